// Player of the steps of an engine on a board.

const seconds = { slow: 700, normal: 220, fast: 40 };

function render({ model, el }) {
  const steps = model.get("steps");
  const board = makeBoard(model);
  const queens = new Map();
  let shown = 0;
  let timer = null;

  const key = ({ row, column }) => `${row},${column}`;
  const pair = ({ row, column }) => [row, column];
  const set = (square, stands) => (stands ? queens.set(key(square), pair(square)) : queens.delete(key(square)));

  /** Moves to the step with this number, forth or back. */
  function go(to) {
    const target = Math.max(0, Math.min(steps.length, to));
    for (; shown < target; shown += 1) {
      const step = steps[shown];
      if (step.event === "place") set(step.square, true);
      if (step.event === "remove") set(step.square, false);
    }
    for (; shown > target; shown -= 1) {
      const step = steps[shown - 1];
      if (step.event === "place") set(step.square, false);
      if (step.event === "remove") set(step.square, true);
    }
    draw();
    if (model.get("position") !== shown) {
      model.set("position", shown);
      model.save_changes();
    }
  }

  function draw() {
    const step = steps[shown - 1];
    const isSolution = step?.event === "solution";
    const look = (square) => {
      if (isSolution) return "queen found";
      return step?.event === "place" && key(step.square) === square ? "queen new" : "queen";
    };
    board.draw({
      queens: [...queens].map(([square, at]) => [at, look(square)]),
      crosses: step?.event === "reject" ? [pair(step.square)] : [],
      line: step?.event === "reject" && step.attacker ? [pair(step.attacker), pair(step.square)] : null,
    });
    words.textContent = sentence(step);
    slider.value = shown;
    slider.setAttribute("aria-valuetext", words.textContent);
  }

  function sentence(step) {
    if (!step) return `${model.get("title")}: ${steps.length} steps${model.get("is_cut") ? " and more" : ""}`;
    const name = step.square ? squareName(pair(step.square)) : "";
    const by = step.attacker ? `, attacked by ${squareName(pair(step.attacker))}` : "";
    const said = { place: `queen on ${name}`, reject: `not ${name}${by}`, remove: `take ${name} back`, solution: "a solution" };
    return `${step.step}. ${said[step.event]}`;
  }

  function stop() {
    clearInterval(timer);
    timer = null;
    play.textContent = "play";
    play.setAttribute("aria-label", "play");
  }

  function start() {
    if (shown === steps.length) go(0);
    timer = setInterval(() => (shown < steps.length ? go(shown + 1) : stop()), seconds[speed.value]);
    play.textContent = "pause";
    play.setAttribute("aria-label", "pause");
  }

  /** To the next solution, or the last one before. */
  function toSolution(way) {
    let at = shown + way;
    while (at > 0 && at < steps.length && steps[at - 1].event !== "solution") at += way;
    go(at);
  }

  const button = (text, label, act) => {
    const made = html("button", { type: "button", textContent: text, title: label, onclick: act });
    made.setAttribute("aria-label", label);
    return made;
  };
  const halted = (act) => () => {
    stop();
    act();
  };
  const play = button("play", "play", () => (timer ? stop() : start()));
  const words = html("div", { className: "queenslab-words" });
  words.setAttribute("aria-live", "polite");
  const slider = html("input", { type: "range", min: 0, max: steps.length, value: 0, className: "queenslab-slider" });
  slider.setAttribute("aria-label", "step");
  slider.oninput = halted(() => go(Number(slider.value)));
  const speed = html("select", { title: "speed" });
  speed.setAttribute("aria-label", "speed");
  for (const name of Object.keys(seconds)) speed.append(html("option", { value: name, textContent: name }));
  speed.value = "normal";
  speed.onchange = () => {
    if (timer) {
      stop();
      start();
    }
  };
  const controls = html(
    "div",
    { className: "queenslab-controls" },
    button("|◀", "first step", halted(() => go(0))),
    button("◀", "step back", halted(() => go(shown - 1))),
    play,
    button("▶", "step on", halted(() => go(shown + 1))),
    button("♛", "next solution", halted(() => toSolution(1))),
    button("▶|", "last step", halted(() => go(steps.length))),
    speed,
  );
  el.classList.add("queenslab");
  el.append(board.root, controls, slider, words);
  const moved = () => {
    if (model.get("position") !== shown) go(model.get("position"));
  };
  model.on("change:position", moved);
  go(model.get("position"));
  return () => {
    clearInterval(timer);
    model.off("change:position", moved);
  };
}

export default { render };
