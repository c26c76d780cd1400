#!/usr/bin/env python3
"""A client of a network file system, as the test `network` of `.ci/cluster` needs it: `network_files.py FOLDER MOUNT`.

Shows FOLDER at MOUNT by the rules of NFS: every call takes a while; names, attributes and lists of folders are up to three seconds
old, unless this client changed them itself; data is read from the server; an exclusive creation is atomic; locks hold among
processes of this client only. Needs mfusepy (`pip install mfusepy`), which is kept up, and libfuse.
"""

import errno
import os
import random
import sys
import threading
import time

import mfusepy

# Greatest age of what a client remembers, in seconds.
MAX_AGE = 3
# Greatest delay of a call, in seconds; the mean is a fifth of it.
MAX_DELAY = 0.1


class Client(mfusepy.Operations):
    # Times are in nanoseconds.
    use_ns = True

    def __init__(self, folder):
        self.folder, self.lists, self.guard = folder, {}, threading.Lock()

    def at(self, path):
        """The path on the server, after a delay."""
        time.sleep(MAX_DELAY * random.random() ** 4)
        return self.folder + path

    def forget(self, *paths):
        """Forgets the lists of the folders that hold these paths."""
        with self.guard:
            for path in paths:
                self.lists.pop(os.path.dirname(path), None)

    def getattr(self, path, fh=None):
        found = os.lstat(self.at(path))
        values = {name: getattr(found, name) for name in ("st_gid", "st_mode", "st_nlink", "st_size", "st_uid")}
        return values | {name: getattr(found, name + "_ns") for name in ("st_atime", "st_ctime", "st_mtime")}

    def readdir(self, path, fh):
        with self.guard:
            read, names = self.lists.get(path, (0, []))
        if time.monotonic() - read > MAX_AGE:
            read, names = time.monotonic(), os.listdir(self.at(path))
            with self.guard:
                self.lists[path] = (read, names)
        return [".", "..", *names]

    def create(self, path, mode, fi):
        flags = fi.flags & (os.O_ACCMODE | os.O_EXCL | os.O_TRUNC) | os.O_CREAT
        fi.fh, fi.direct_io = os.open(self.at(path), flags, mode), True
        self.forget(path)
        # The answer of the server is slow.
        self.at(path)
        return 0

    def open(self, path, fi):
        fi.fh, fi.direct_io = os.open(self.at(path), fi.flags & (os.O_ACCMODE | os.O_TRUNC)), True
        return 0

    def read(self, path, size, offset, fi):
        self.at(path)
        return os.pread(fi.fh, size, offset)

    def write(self, path, data, offset, fi):
        # Processes of this client see it at once, even if the writer is killed before the server answers.
        written = os.pwrite(fi.fh, data, offset)
        self.at(path)
        return written

    def fsync(self, path, datasync, fi):
        self.at(path)
        os.fsync(fi.fh)
        return 0

    def flush(self, path, fi):
        return 0

    def release(self, path, fi):
        os.close(fi.fh)
        return 0

    def truncate(self, path, length, fh=None):
        os.truncate(self.at(path), length)

    def utimens(self, path, times=None):
        os.utime(self.at(path), ns=times)

    def chmod(self, path, mode):
        os.chmod(self.at(path), mode)

    def chown(self, path, uid, gid):
        os.chown(self.at(path), uid, gid)

    def mkdir(self, path, mode):
        os.mkdir(self.at(path), mode)
        self.forget(path)

    def rmdir(self, path):
        os.rmdir(self.at(path))
        self.forget(path)

    def unlink(self, path):
        os.unlink(self.at(path))
        self.forget(path)

    def rename(self, old, new):
        os.rename(self.at(old), self.folder + new)
        self.forget(old, new)

    def link(self, target, source):
        os.link(self.at(source), self.folder + target)
        self.forget(target)

    def symlink(self, target, source):
        raise mfusepy.FuseOSError(errno.ENOTSUP)


if __name__ == "__main__":
    folder, mount = sys.argv[1:]
    ages = {f"{name}_timeout": MAX_AGE for name in ("attr", "entry", "negative")}
    mfusepy.FUSE(Client(os.path.abspath(folder)), mount, foreground=True, raw_fi=True, **ages)
