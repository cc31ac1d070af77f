# For scripts that are the first process of a node or control host, in a mount namespace of their own.

# mount_root FOLDER: mounts what a root file system needs besides its own files, and makes it the working folder. Programs are the
# machine's, and so is what its package manager knows of them: neither can be written.
mount_root() {
  mount --make-rprivate /
  mount --bind "$1" "$1"
  cd "$1"
  for link in bin sbin lib lib32 lib64 libx32; do
    if [ -L "/$link" ] && [ ! -L "$link" ]; then cp -a "/$link" "$link"; fi
  done
  mkdir -p usr proc sys dev run old var/lib/dpkg
  mount --bind /usr usr
  mount -o remount,bind,ro usr
  mount --bind /var/lib/dpkg var/lib/dpkg
  mount -o remount,bind,ro var/lib/dpkg
  mount --bind /dev dev
  mount -t devpts -o newinstance,ptmxmode=0666,mode=0620,gid=5 devpts dev/pts
  mount -t tmpfs -o mode=1777 shm dev/shm
  mount -t proc proc proc
  mount -t sysfs sysfs sys
  mount -t tmpfs -o mode=755 run run
  mkdir -p run/sshd run/lock
}

# enter_root: makes the working folder the root of all, and lets go of the machine's files.
enter_root() {
  pivot_root . old
  cd /
  umount -l /old
  rmdir /old
  export HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin
}
