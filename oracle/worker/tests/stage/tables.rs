//! Commands, and exactly what is told of each.

/// A bash script that runs in the tree, and exactly what is told of it.
pub(crate) type Row = (&'static str, &'static [&'static str]);

pub(crate) const NOTHING: &[Row] = &[
    (":", &[]),
    ("cat a.txt dir/f; ls -laR . >/dev/null; find . -type f -exec cat {} +", &[]),
    ("stat out-file; test -e out-dir/k; readlink chain", &[]),
    ("echo x >/dev/null; exec 3<>/dev/tty", &[]),
    ("exec 3>>a.txt", &[]),
    ("python3 -c 'open(\"a.txt\", \"r+\").close()'", &[]),
    ("rm -f nothing; rmdir dir 2>/dev/null; mkdir dir", &[]),
    ("cd ..; pwd", &[]),
];

pub(crate) const CREATE: &[Row] = &[
    ("echo x > new", &["create tree/new"]),
    (": > new", &["create tree/new"]),
    ("touch 'we ird' ../run/r /dev/null", &["create run/r", "create tree/we ird"]),
    ("mkdir -p x/y/z", &["create tree/x", "create tree/x/y", "create tree/x/y/z"]),
    ("mkdir x; echo 1 > x/f; mkdir x/d", &["create tree/x", "create tree/x/d", "create tree/x/f"]),
    (
        "mkdir x; pause; echo 1 > x/f; mkdir x/d; pause; echo 1 > x/d/g",
        &["create tree/x", "create tree/x/d", "create tree/x/d/g", "create tree/x/f"],
    ),
    ("ln -s a.txt l", &["create tree/l"]),
    ("ln a.txt l", &["create tree/l"]),
    ("mkfifo p", &["create tree/p"]),
    (
        "cp -a dir copy",
        &[
            "create tree/copy",
            "create tree/copy/f",
            "create tree/copy/sub",
            "create tree/copy/sub/g",
        ],
    ),
    ("printf x > $'q\\nr'; printf x > $'\\xfe'", &["create tree/\\xfe", "create tree/q\\nr"]),
    ("echo x > ../w2", &["create w2"]),
    (
        "echo x > $BASE/tmp/t; echo x > $BASE/var/tmp/u; echo x > $BASE/top",
        &["create /tmp/t", "create /top", "create /var/tmp/u"],
    ),
    ("tee one two < a.txt", &["create tree/one", "create tree/two"]),
    ("python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind(\"s2\")'", &["create tree/s2"]),
    ("truncate -s 1T huge", &["create tree/huge"]),
    ("umask 777; mkdir locked; echo x > none", &["create tree/locked", "create tree/none"]),
];

pub(crate) const MODIFY: &[Row] = &[
    ("echo x > a.txt", &["modify tree/a.txt"]),
    ("echo x >> a.txt; echo y >> dir/sub/g", &["modify tree/a.txt", "modify tree/dir/sub/g"]),
    ("truncate -s 2 a.txt", &["modify tree/a.txt"]),
    ("truncate -s 1T a.txt", &["modify tree/a.txt"]),
    (": > a.txt", &["modify tree/a.txt"]),
    ("sed -i s/a/b/ a.txt", &["modify tree/a.txt", "create tree/SED undone"]),
    ("printf 'ALPHA\\n' > n; mv n a.txt", &["create tree/n undone", "modify tree/a.txt"]),
    ("rm a.txt; echo other > a.txt", &["modify tree/a.txt", "delete tree/a.txt undone"]),
    ("printf ALPHA | dd of=a.txt conv=notrunc status=none", &["modify tree/a.txt"]),
    ("ln -sfn b.txt in", &["modify tree/in", "create tree/LN undone"]),
    ("rm in; ln -s b.txt in", &["modify tree/in", "delete tree/in undone"]),
    ("echo x > in", &["modify tree/a.txt"]),
    ("cp b.txt a.txt", &["modify tree/a.txt"]),
    (
        "python3 -c '
import mmap
f = open(\"a.txt\", \"r+b\")
m = mmap.mmap(f.fileno(), 0)
m[0]
m[0:1] = b\"X\"
'",
        &["modify tree/a.txt"],
    ),
    (
        "echo x > -dash; echo x > $'new\\nline'; echo y > bad*",
        &["modify tree/-dash", "modify tree/bad\\xff", "modify tree/new\\nline"],
    ),
    // The inode of the old file is gone: this is no further write to it.
    ("exec 3>>a.txt; rm a.txt; echo x >&3", &["delete tree/a.txt"]),
    ("exec 3>>hard; rm hard; echo x >&3", &["delete tree/hard", "modify outside/hard.txt"]),
    ("exec 3>>a.txt; mv a.txt c; echo x >&3", &["modify tree/c", "rename tree/c from tree/a.txt"]),
    (
        "mkdir ../outside/dir/d; mv ../outside/dir/d .; echo x > d/f; echo x > d/../a.txt",
        &["create outside/dir/d undone", "create tree/d", "create tree/d/f", "modify tree/a.txt"],
    ),
];

pub(crate) const DELETE: &[Row] = &[
    ("rm a.txt", &["delete tree/a.txt"]),
    (
        "rm -rf victim",
        &[
            "delete tree/victim",
            "delete tree/victim/f",
            "delete tree/victim/sub",
            "delete tree/victim/sub/g",
        ],
    ),
    (
        "rm in out-dir loop pipe sock hard",
        &[
            "delete tree/hard",
            "delete tree/in",
            "delete tree/loop",
            "delete tree/out-dir",
            "delete tree/pipe",
            "delete tree/sock",
        ],
    ),
    (
        "rm ./-dash $'new\\nline' bad*",
        &["delete tree/-dash", "delete tree/bad\\xff", "delete tree/new\\nline"],
    ),
    (
        "find dir -delete",
        &["delete tree/dir", "delete tree/dir/f", "delete tree/dir/sub", "delete tree/dir/sub/g"],
    ),
    (
        "rm -r dir; echo x > dir",
        &[
            "create tree/dir",
            "delete tree/dir",
            "delete tree/dir/f",
            "delete tree/dir/sub",
            "delete tree/dir/sub/g",
        ],
    ),
    (
        "rm a.txt; mkdir a.txt; echo x > a.txt/x",
        &["create tree/a.txt", "create tree/a.txt/x", "delete tree/a.txt"],
    ),
    (
        "rm -r dir; mkdir -p dir/sub; echo g > dir/sub/g; echo 1 > dir/z",
        &[
            "create tree/dir/z",
            "delete tree/dir/f",
            "delete tree/dir undone",
            "delete tree/dir/sub undone",
            "delete tree/dir/sub/g undone",
        ],
    ),
    ("gzip a.txt", &["create tree/a.txt.gz", "delete tree/a.txt"]),
    ("mv a.txt t; rm t", &["delete tree/a.txt", "rename tree/t from tree/a.txt undone"]),
    ("rm -rf ../tmp ../run", &["delete run", "delete tmp"]),
    (
        "rm -rf ../tree 2>/dev/null; :",
        &[
            "delete tree",
            "delete tree/-dash",
            "delete tree/a.txt",
            "delete tree/b.txt",
            "delete tree/bad\\xff",
            "delete tree/chain",
            "delete tree/dir",
            "delete tree/dir/f",
            "delete tree/dir/sub",
            "delete tree/dir/sub/g",
            "delete tree/empty",
            "delete tree/exec.sh",
            "delete tree/hard",
            "delete tree/in",
            "delete tree/loop",
            "delete tree/new\\nline",
            "delete tree/out-dir",
            "delete tree/out-file",
            "delete tree/out-new",
            "delete tree/pipe",
            "delete tree/sock",
            "delete tree/victim",
            "delete tree/victim/f",
            "delete tree/victim/sub",
            "delete tree/victim/sub/g",
        ],
    ),
];

pub(crate) const RENAME: &[Row] = &[
    ("mv a.txt c.txt", &["rename tree/c.txt from tree/a.txt"]),
    ("mv a.txt b.txt", &["rename tree/b.txt from tree/a.txt (replaced)"]),
    ("mv dir moved", &["rename tree/moved from tree/dir"]),
    ("mv dir ../home/", &["rename home/dir from tree/dir"]),
    (
        "mv dir moved; echo x > moved/f; rm moved/sub/g",
        &["delete tree/dir/sub/g", "modify tree/moved/f", "rename tree/moved from tree/dir"],
    ),
    (
        "mv a.txt t; mv b.txt a.txt; mv t b.txt",
        &[
            "rename tree/a.txt from tree/b.txt",
            "rename tree/b.txt from tree/a.txt",
            "rename tree/t from tree/a.txt undone",
        ],
    ),
    (
        "mv dir t; mv victim dir; mv t victim",
        &[
            "rename tree/dir from tree/victim",
            "rename tree/victim from tree/dir",
            "rename tree/t from tree/dir undone",
        ],
    ),
    (
        "mv a.txt x; mv x y; mv y z",
        &[
            "rename tree/z from tree/a.txt",
            "rename tree/x from tree/a.txt undone",
            "rename tree/y from tree/a.txt undone",
        ],
    ),
    ("mkdir n; mv a.txt n/b", &["create tree/n", "rename tree/n/b from tree/a.txt"]),
    (
        "mkdir -p n/m; pause; mv dir n/m/; mv n o",
        &[
            "create tree/n undone",
            "create tree/o",
            "create tree/o/m",
            "rename tree/o/m/dir from tree/dir",
            "rename tree/n/m/dir from tree/dir undone",
        ],
    ),
    (
        "mv dir/f z; mv dir d2; mv z d2/y",
        &[
            "rename tree/d2 from tree/dir",
            "rename tree/d2/y from tree/dir/f",
            "rename tree/z from tree/dir/f undone",
        ],
    ),
    (
        "mv dir/sub s; rm -r dir",
        &["delete tree/dir", "delete tree/dir/f", "rename tree/s from tree/dir/sub"],
    ),
    (
        "rm b.txt; mv a.txt b.txt",
        &["delete tree/b.txt undone", "rename tree/b.txt from tree/a.txt (replaced)"],
    ),
    ("mv a.txt c; echo new > a.txt", &["create tree/a.txt", "rename tree/c from tree/a.txt"]),
    (
        "mv dir c; mkdir dir; echo 1 > dir/f",
        &["create tree/dir", "create tree/dir/f", "rename tree/c from tree/dir"],
    ),
    ("ln a.txt c; rm a.txt", &["create tree/c", "delete tree/a.txt"]),
    ("mv in l2; mv pipe p2", &["rename tree/l2 from tree/in", "rename tree/p2 from tree/pipe"]),
    ("mv ../tmp ../tmp2", &["rename tmp2 from tmp"]),
    (
        "python3 -c '
import ctypes
ctypes.CDLL(None).renameat2(-100, b\"a.txt\", -100, b\"b.txt\", 2)'",
        &["rename tree/a.txt from tree/b.txt", "rename tree/b.txt from tree/a.txt"],
    ),
];

pub(crate) const MODE: &[Row] = &[
    ("chmod 600 a.txt", &["mode tree/a.txt (mode 0644 to 0600)"]),
    (
        "chmod +x a.txt b.txt",
        &["mode tree/a.txt (mode 0644 to 0755)", "mode tree/b.txt (mode 0644 to 0755)"],
    ),
    ("chmod 700 dir", &["mode tree/dir (mode 0755 to 0700)"]),
    ("chmod 000 . ..", &["mode /w (mode 0755 to 0000)", "mode tree (mode 0755 to 0000)"]),
    (
        "chmod -R 000 dir",
        &[
            "mode tree/dir (mode 0755 to 0000)",
            "mode tree/dir/f (mode 0644 to 0000)",
            "mode tree/dir/sub (mode 0755 to 0000)",
            "mode tree/dir/sub/g (mode 0644 to 0000)",
        ],
    ),
    ("touch a.txt", &["mode tree/a.txt (times)"]),
    ("touch dir", &["mode tree/dir (times)"]),
    ("touch -a a.txt", &["mode tree/a.txt (times)"]),
    ("touch -m -d 2001-01-01 a.txt", &["mode tree/a.txt (times)"]),
    ("touch -d 2001-01-01 dir", &["mode tree/dir (times)"]),
    ("touch -h -d 2001-01-01 in", &["mode tree/in (times)"]),
    (
        "echo x > a.txt; touch -d 2001-01-01 a.txt",
        &["modify tree/a.txt", "mode tree/a.txt (times)"],
    ),
    (
        "python3 -c 'import os; os.setxattr(\"a.txt\", \"user.x\", b\"1\")'",
        &["mode tree/a.txt (attribute user.x)"],
    ),
    (
        "chmod 600 a.txt; echo x > a.txt",
        &["modify tree/a.txt", "mode tree/a.txt (mode 0644 to 0600)"],
    ),
    (
        "rm exec.sh; printf '#!/bin/sh\\n:\\n' > exec.sh",
        &["delete tree/exec.sh undone", "mode tree/exec.sh (mode 0755 to 0644)"],
    ),
    (
        "chmod 600 hard",
        &[
            "mode outside/hard.txt via tree/hard (mode 0644 to 0600)",
            "mode tree/hard (mode 0644 to 0600)",
        ],
    ),
    ("chmod 600 pipe", &["mode tree/pipe (mode 0644 to 0600)"]),
    ("ln a.txt l", &["create tree/l"]),
    (
        "mv a.txt c; chmod 600 c",
        &["mode tree/c (mode 0644 to 0600)", "rename tree/c from tree/a.txt"],
    ),
];

pub(crate) const UNDONE: &[Row] = &[
    ("echo x > n; rm n", &["create tree/n undone"]),
    ("mkdir n; rmdir n", &["create tree/n undone"]),
    ("echo x > n; mv n m; rm m", &["create tree/m undone", "create tree/n undone"]),
    (
        "cp a.txt k; echo x > a.txt; cat k > a.txt; rm k",
        &["create tree/k undone", "modify tree/a.txt undone"],
    ),
    ("echo alpha > a.txt", &["modify tree/a.txt undone"]),
    (": > empty", &["modify tree/empty undone"]),
    ("cp -p a.txt k; rm a.txt; mv k a.txt", &["create tree/k undone", "delete tree/a.txt undone"]),
    ("cp a.txt k; mv k a.txt", &["create tree/k undone", "modify tree/a.txt undone"]),
    ("mv a.txt t; mv t a.txt", &["rename tree/t from tree/a.txt undone"]),
    ("mv dir t; mv t dir", &["rename tree/t from tree/dir undone"]),
    ("chmod 600 a.txt; chmod 644 a.txt", &["mode tree/a.txt undone"]),
    (
        "rm -r dir/sub; mkdir dir/sub; echo g > dir/sub/g",
        &["delete tree/dir/sub undone", "delete tree/dir/sub/g undone"],
    ),
    (
        "mkdir n; pause; echo 1 > n/f; pause; rm -r n",
        &["create tree/n undone", "create tree/n/f undone"],
    ),
    ("f=$(mktemp); echo $f; rm $f", &["create tmp/MKTEMP undone"]),
    ("chmod 600 b.txt; rm b.txt", &["delete tree/b.txt", "mode tree/b.txt undone"]),
    ("touch n; touch n; rm n; mkdir n", &["create tree/n"]),
];

pub(crate) const LINKS: &[Row] = &[
    ("echo x >> hard", &["modify outside/hard.txt via tree/hard", "modify tree/hard"]),
    (
        "echo x >> ../outside/hard.txt",
        &["modify outside/hard.txt", "modify tree/hard via outside/hard.txt"],
    ),
    (
        "echo x > hard; echo y > ../outside/hard.txt",
        &["modify outside/hard.txt", "modify tree/hard"],
    ),
    ("ln a.txt l; echo x >> l", &["create tree/l", "modify tree/a.txt via tree/l"]),
    ("ln a.txt l; echo x >> l; rm l", &["create tree/l undone", "modify tree/a.txt via tree/l"]),
    (
        "ln a.txt l; chmod 600 l; rm l",
        &["create tree/l undone", "mode tree/a.txt via tree/l (mode 0644 to 0600)"],
    ),
    ("ln -f b.txt a.txt", &["modify tree/a.txt", "create tree/LN undone"]),
    ("rm hard; cp -p ../outside/hard.txt hard", &["delete tree/hard undone"]),
    ("rm hard ../outside/hard.txt", &["delete outside/hard.txt", "delete tree/hard"]),
    (
        "mv hard h2; echo x > h2",
        &["modify outside/hard.txt via tree/h2", "modify tree/h2", "rename tree/h2 from tree/hard"],
    ),
    (
        "echo x >> out-file",
        &[
            "follow outside/secret.txt via tree/out-file",
            "modify outside/secret.txt via tree/out-file",
            "read outside/secret.txt via tree/out-file (opened)",
        ],
    ),
    (
        "cat out-file",
        &[
            "follow outside/secret.txt via tree/out-file",
            "read outside/secret.txt via tree/out-file (read)",
        ],
    ),
    ("cat ../outside/secret.txt", &["read outside/secret.txt (read)"]),
    ("cp ../outside/secret.txt s", &["create tree/s", "read outside/secret.txt (read)"]),
    ("cat ~/.netrc", &["read home/.netrc (read)"]),
    ("ln ../outside/secret.txt s; cat s", &["create tree/s", "read outside/secret.txt (read)"]),
    (
        "echo x > out-new",
        &["create outside/new via tree/out-new", "follow outside/new via tree/out-new"],
    ),
    ("ls out-dir/", &["follow outside/dir via tree/out-dir"]),
    ("ls ../outside/dir", &[]),
    (
        "rm -rf out-dir/ || :",
        &[
            "delete outside/dir/deep via tree/out-dir",
            "delete outside/dir/deep/x via tree/out-dir",
            "delete outside/dir/k via tree/out-dir",
            "follow outside/dir via tree/out-dir",
        ],
    ),
    (
        "cd chain; echo x > k",
        &[
            "follow outside/dir via tree/chain",
            "follow outside/dir via tree/out-dir",
            "modify outside/dir/k via tree/chain",
        ],
    ),
    ("cat out-dir/deep/x", &["follow outside/dir via tree/out-dir"]),
    (
        "rm out-dir; mkdir out-dir; echo x > out-dir/k",
        &["create tree/out-dir", "create tree/out-dir/k", "delete tree/out-dir"],
    ),
    ("ln -s ../outside mine; echo x > mine/dir/k", &["create tree/mine", "modify outside/dir/k"]),
    (": < out-dir", &["follow outside/dir via tree/out-dir"]),
    ("cat loop; stat -L chain; test -d out-dir", &[]),
];

/// Where nobody watches, because the run made a folder and used it before it could be watched.
pub(crate) const UNWATCHED: &[Row] = &[
    (
        "mkdir n; mv a.txt n; printf ALPHA | dd of=n/a.txt conv=notrunc status=none; mv n/a.txt .",
        &["modify tree/a.txt", "create tree/n", "delete tree/a.txt undone"],
    ),
    (
        "mkdir n; mv a.txt n; mv n/a.txt .; rmdir n",
        &["create tree/n undone", "delete tree/a.txt undone"],
    ),
    (
        "mkdir n; ln a.txt n/l; echo x >> n/l; rm -r n",
        &["create tree/n undone", "modify tree/a.txt"],
    ),
    (
        "mkdir n; mv dir n/; echo x > n/dir/f; mv n/dir .; rmdir n",
        &["create tree/n undone", "delete tree/dir undone", "modify tree/dir/f"],
    ),
    (
        "mkdir -p n/m; mv dir n/m/k; mv n o; rm o/m/k/f",
        &[
            "create tree/n undone",
            "create tree/o",
            "create tree/o/m",
            "delete tree/dir/f",
            "rename tree/o/m/k from tree/dir",
        ],
    ),
    (
        "mkdir n; mv a.txt n/1; mv b.txt n/2; mv n/1 b.txt; mv n/2 a.txt; rmdir n",
        &[
            "create tree/n undone",
            "rename tree/a.txt from tree/b.txt",
            "rename tree/b.txt from tree/a.txt",
        ],
    ),
    (
        "mkdir n; mv a.txt n/1; mv n/1 b.txt; rmdir n",
        &["create tree/n undone", "rename tree/b.txt from tree/a.txt (replaced)"],
    ),
    (
        "mkdir n; echo x > n/f; mv n/f a.txt; rmdir n",
        &["create tree/n undone", "modify tree/a.txt"],
    ),
];
