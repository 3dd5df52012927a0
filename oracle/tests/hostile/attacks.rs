//! The attacks. Each is harmless by the fence only, and shows by its output or effects that it was
//! really made and what stopped it.

/// What must be seen of an attack.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Sign {
    /// This text on either output: the error that the fence gave, or proof that the attack was made.
    Says(&'static str),
    /// One of these texts: shells word the same error differently.
    SaysAny(&'static [&'static str]),
    /// No process could be made: the shell says so, or tries until the time limit, as Korn shells do.
    Starves,
    /// The time limit, or the limit of output, ended it.
    IsEnded,
    /// Something was left behind, and named.
    Leaves,
    /// An effect of this kind with this text in its path or detail.
    Does(&'static str, &'static str),
}

use oracle::ShellName;

use Sign::{Does, IsEnded, Leaves, Says, SaysAny, Starves};

/// Whether a shell's syntax or builtins let it make an attack.
pub(crate) fn permits(shell: ShellName, attack: &str) -> bool {
    // ksh93 does not stop itself where its parent is process 1, as it is in the sandbox.
    (shell, attack) != (ShellName::Ksh, "stop oneself")
}

/// One attack: name, script for every shell, sign.
pub(crate) type Attack = (&'static str, &'static str, Sign);

/// Calls a system call by number and prints what it gave.
macro_rules! syscall {
    ($numbers:literal, $arguments:literal) => {
        concat!(
            "python3 -c 'import ctypes,os,platform\n",
            "l=ctypes.CDLL(None,use_errno=True)\n",
            "n=dict(zip((\"x86_64\",\"aarch64\"),(",
            $numbers,
            ")))[platform.machine()]\n",
            "b=ctypes.create_string_buffer(4096)\n",
            "r=l.syscall(n,",
            $arguments,
            ")\n",
            "print(\"gave\",r,os.strerror(ctypes.get_errno()) if r==-1 else \"\")'"
        )
    };
}

const EPERM: Sign = Says("gave -1 Operation not permitted");
const ENOSYS: Sign = Says("gave -1 Function not implemented");

pub(crate) const ATTACKS: &[Attack] = &[
    // Processes.
    ("fork bomb", "f() { f & f & }; f; sleep 9", Starves),
    ("fork bomb by pipes", "f() { f | f & }; f; sleep 9", IsEnded),
    ("many children", "i=0; while [ $i -lt 400 ]; do sleep 9 & i=$((i+1)); done", Starves),
    ("kill everybody", "kill -9 -1; echo made", Does("signal", "SIGKILL all")),
    ("kill the parent", "kill -9 $PPID; echo survived", Says("survived")),
    ("stop the parent", "kill -STOP $PPID; echo survived", Says("survived")),
    ("kill own group", "kill -9 0", Does("signal", "SIGKILL own group")),
    (
        "kill every number",
        "i=2; while [ $i -lt 3000 ]; do kill -9 $i 2>/dev/null; i=$((i+1)); done; echo made",
        Does("signal", "SIGKILL"),
    ),
    ("stop oneself", "kill -STOP $$", IsEnded),
    ("ignore every signal", "trap '' HUP INT TERM QUIT PIPE ALRM; while :; do :; done", IsEnded),
    ("never end", "sleep 100", IsEnded),
    ("spin", "while :; do :; done", IsEnded),
    ("daemon", "setsid sleep 100 >/dev/null 2>&1 </dev/null &", Leaves),
    (
        "daemon by two forks",
        "python3 -c 'import os,time\nif os.fork()==0:\n os.setsid()\n if os.fork()==0: time.sleep(99)\n os._exit(0)'",
        Leaves,
    ),
    ("late writer", "(sleep 60; touch late) >/dev/null 2>&1 &", Leaves),
    ("holds the output open", "sleep 60 &", Leaves),
    (
        "left in another group",
        "python3 -c 'import os,time; os.setpgid(0,0); time.sleep(60)' &",
        Leaves,
    ),
    // Memory, disk, output, arguments.
    (
        "memory",
        "python3 -c 'import mmap\na=[]\nwhile True: a.append(mmap.mmap(-1,600<<20,flags=34))'",
        Says("Cannot allocate memory"),
    ),
    ("address space by a shell", "python3 -c 'bytearray(3<<30)'", Says("MemoryError")),
    ("output flood", "yes", IsEnded),
    ("error flood", "yes >&2", IsEnded),
    ("zeroes", "cat /dev/zero", IsEnded),
    ("a huge file", "head -c 1000000000 /dev/zero > big", Does("create", "big")),
    // Killed by SIGXFSZ, which shells count on from 128, 256 or 384.
    ("a sparse file", "truncate -s 1T big; echo $?", SaysAny(&["153", "281", "409"])),
    (
        "fill the disk",
        "i=0; while [ $i -lt 20 ]; do head -c 8000000 /dev/zero > fill$i || break; i=$((i+1)); done",
        Says("No space left"),
    ),
    (
        "use up the inodes",
        "python3 -c 'import os\nfor i in range(30000): os.close(os.open(\"n%d\"%i,os.O_CREAT))'",
        Says("No space left"),
    ),
    (
        "a deep tree",
        "python3 -c 'import os\nfor i in range(3000): os.mkdir(\"d\"*200); os.chdir(\"d\"*200)'; echo made",
        Says("made"),
    ),
    ("endless folders", "while :; do mkdir d && cd d || break; done", IsEnded),
    (
        "too many arguments",
        "python3 -c 'import subprocess; subprocess.run([\"true\"]+[\"x\"*1000]*4000)'",
        Says("Argument list too long"),
    ),
    (
        "many open files",
        "python3 -c 'f=[open(\"/dev/null\") for _ in range(9999)]'",
        Says("Too many open files"),
    ),
    ("core file", "ulimit -c unlimited; kill -SEGV $$", Does("signal", "SIGSEGV")),
    // Out of the file system.
    ("write beside the world", "echo x > /escaped; echo x > /usr/escaped", Says("ead-only")),
    ("write into etc", "echo x >> /etc/passwd", Says("/etc/passwd")),
    (
        "remove the root",
        "rm -rf --no-preserve-root /bin /lib /lib64 /etc /dev /w /tmp 2>/dev/null; ls /bin/ls",
        Says("/bin/ls"),
    ),
    (
        "remove the zones",
        "rm -rf /w /tmp /var/tmp 2>/dev/null; echo made",
        Does("delete", "/w/tree"),
    ),
    ("rename a zone", "mv /w/tree /w/moved", Does("rename", "/w/moved")),
    ("rename a root", "mv /w /moved", Says("mv:")),
    ("replace the tree", "cd / && rm -rf /w/tree && ln -s /usr /w/tree", Does("create", "/w/tree")),
    ("close the tree", "chmod 000 /w/tree", Does("mode", "/w/tree")),
    ("close everything", "chmod -R 000 /w 2>/dev/null; echo made", Does("mode", "/w")),
    (
        "unreadable folders",
        "mkdir -p a/b/c && touch a/b/c/f && chmod 000 a/b/c a/b a",
        Does("create", "a/b/c"),
    ),
    (
        "links into our own clean-up",
        "mkdir z && ln -s /etc z/e && ln -s / z/r && ln -s ../../../../../.. z/u && rm -rf build && ln -s /usr build",
        Does("create", "build"),
    ),
    ("immutable", "touch f && chattr +i f", Says("chattr")),
    ("a device", "mknod d b 8 0", Says("mknod")),
    ("a device by tar", "mknod n c 1 3; cat n", Says("mknod")),
    ("a set-user-id file", "cp /usr/bin/id s && chmod 6755 s && ./s -u", Says("1000")),
    ("become root", "su -c id; sudo -n id; newgrp root", Says("su:")),
    ("other users' files", "ls /root /home 2>&1; echo made", Says("made")),
    ("unlink the script", "rm -f /script/script.sh; touch /script/x", Says("touch")),
    (
        "odd names",
        "touch -- \"$(printf 'a\\nb')\" -n '*' \"$(printf '\\377')\" ' '; mkfifo p",
        Does("create", "p"),
    ),
    (
        "a map that is written",
        "python3 -c 'import mmap\nf=open(\"m\",\"w+b\"); f.truncate(9); m=mmap.mmap(f.fileno(),9); m[0:1]=b\"x\"'",
        Does("create", "m"),
    ),
    // /proc, /sys, /dev.
    ("the first process's memory", "cat /proc/1/environ /proc/1/maps", Says("/proc/1/environ")),
    ("the first process's root", "cat /proc/1/root; ls -L /proc/1/cwd", Says("/proc/1/root")),
    ("the first process's files", "ls /proc/1/fd", Says("/proc/1/fd")),
    ("kernel settings", "echo 1 > /proc/sys/kernel/core_uses_pid", Says("proc")),
    ("sysrq", "echo b > /proc/sysrq-trigger", Says("proc")),
    ("kernel memory", "cat /proc/kcore | head -c 1", Says("cat:")),
    ("oom score", "echo -1000 > /proc/self/oom_score_adj || echo refused", Says("efused")),
    (
        "descriptors that were left open",
        "ls /proc/self/fd | wc -l; ls -l /proc/self/fd",
        Says("4\n"),
    ),
    ("sys", "ls /sys /dev/shm /dev/mem /dev/vda", Says("No such file")),
    ("its own program", "echo x > /proc/$$/exe", Says("/exe")),
    // System calls.
    ("mount", "mount -t tmpfs x /tmp", Says("mount:")),
    ("unmount", "umount /proc", Says("umount:")),
    ("unshare", "unshare -r id", Says("unshare")),
    ("enter a namespace", "nsenter -t 1 -m id", Says("nsenter")),
    ("chroot", "/usr/sbin/chroot / id", Says("chroot")),
    ("the new mount calls", syscall!("430,430", "b,0"), EPERM),
    ("open_tree", syscall!("428,428", "-100,b,1"), EPERM),
    ("ptrace", syscall!("101,117", "16,1,0,0"), EPERM),
    ("another's memory", syscall!("310,270", "1,b,0,b,0,0"), EPERM),
    ("bpf", syscall!("321,280", "0,b,128"), EPERM),
    ("performance counters", syscall!("298,241", "b,0,-1,-1,0"), EPERM),
    ("userfaultfd", syscall!("323,282", "0"), EPERM),
    ("io_uring", syscall!("425,425", "8,b"), EPERM),
    ("keyrings", syscall!("248,217", "b,b,b,4,-3"), EPERM),
    ("the kernel's log", syscall!("103,116", "3,b,4096"), EPERM),
    ("modules", syscall!("175,105", "b,16,b"), EPERM),
    ("a new root", syscall!("155,41", "b,b"), EPERM),
    ("clock", syscall!("227,112", "0,b"), EPERM),
    ("host name", syscall!("170,161", "b,4"), EPERM),
    ("file handles", syscall!("303,264", "-100,b,b,b,0"), EPERM),
    ("another filter", syscall!("317,277", "1,8,b"), EPERM),
    ("clone3", syscall!("435,435", "b,88"), ENOSYS),
    ("shared memory", syscall!("29,194", "0,4096,512"), ENOSYS),
    ("message queues", syscall!("68,186", "0,512"), ENOSYS),
    ("a namespace by clone", syscall!("56,220", "0x10000011,0,0,0,0"), EPERM),
    (
        "type into the terminal",
        "python3 -c 'import fcntl\nfcntl.ioctl(0,0x5412,b\"x\")'",
        Says("not permitted"),
    ),
    (
        "flags of a file",
        "python3 -c 'import fcntl,struct\nfcntl.ioctl(open(\"f\",\"w\"),0x40086602,struct.pack(\"l\",16))'",
        Says("not permitted"),
    ),
    // Network.
    (
        "tcp",
        "python3 -c 'import socket; socket.create_connection((\"127.0.0.1\",80))'",
        Does("connect", "inet 127.0.0.1:80"),
    ),
    (
        "udp",
        "python3 -c 'import socket; socket.socket(2,2).sendto(b\"x\",(\"127.0.0.1\",53))'",
        Does("connect", "inet 127.0.0.1:53"),
    ),
    (
        "ipv6",
        "python3 -c 'import socket; socket.socket(10,1).connect((\"::1\",80))'",
        Does("connect", "inet6 [::1]:80"),
    ),
    (
        "listen",
        "python3 -c 'import socket; socket.socket(2,1).bind((\"127.0.0.1\",8080))'",
        Does("connect", "inet 127.0.0.1:8080"),
    ),
    (
        "an abstract socket",
        "python3 -c 'import socket; socket.socket(1,1).connect(\"\\0/tmp/dbus\")'",
        Does("connect", "unix @/tmp/dbus"),
    ),
    ("packets", "python3 -c 'import socket; socket.socket(17,3,3)'", Says("not supported")),
    (
        "netlink",
        "python3 -c 'import socket; socket.socket(16,3,0).bind((0,0))'",
        Does("connect", "netlink"),
    ),
    (
        "leave the output non-blocking",
        "python3 -c 'import fcntl,os\nfor f in 1,2: fcntl.fcntl(f,4,os.O_NONBLOCK|os.O_APPEND)'; echo made",
        Says("made"),
    ),
    ("close the outputs", "exec >&- 2>&-; touch f", Does("create", "f")),
    ("a limit to raise", "ulimit -n 100000 || echo refused", Says("efused")),
];
