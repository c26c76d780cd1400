"""The callback of ``progress=True``."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._queenslab import Progress


class Bar:
    """A tqdm bar if tqdm is installed, else a line on standard error."""

    def __init__(self) -> None:
        self._bar: Any = None
        try:
            from tqdm.auto import tqdm  # type: ignore[import-untyped, unused-ignore]
        except ImportError:
            return
        self._bar = tqdm(total=100, bar_format="{l_bar}{bar}| {elapsed}{postfix}", leave=False)

    def __call__(self, progress: Progress) -> None:
        nodes = f"{progress.nodes:,} nodes" if progress.nodes else ""
        if self._bar is not None:
            if progress.done is not None:
                self._bar.n = 100 * progress.done
            self._bar.set_postfix_str(nodes)
            return
        share = "" if progress.done is None else f"{progress.done:6.1%} "
        sys.stderr.write(f"\r{share}{progress.seconds:.1f} s {nodes}   ")
        sys.stderr.flush()

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()
        else:
            sys.stderr.write("\n")
