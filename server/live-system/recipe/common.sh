# Sourced by the recipes: packages, programs with their libraries, and entries of a repository's index.
# Needs Debian with apt-get (no installed package is read, none is installed, no root rights, no mounts).

die() {
  printf '%s: %s\n' "${0##*/}" "$*" >&2
  exit 1
}

# need PROGRAM...: what the recipe itself runs.
need() {
  for program in "$@"; do
    command -v "$program" > /dev/null || die "$program is missing on this computer"
  done
}

# fetch_packages CACHE NAME...: downloads the packages and all they depend on, as if nothing were installed, into CACHE, and prints
# their files. Versions are those that apt offers.
fetch_packages() {
  cache=$1
  shift
  mkdir -p "$cache/partial" "$work/none/partial"
  : > "$work/status"
  if ! apt_empty "$cache" --download-only install "$@" > "$work/apt.log" 2>&1; then
    # Lists that are absent or old are the usual reason.
    apt-get -q update > /dev/null 2>&1 || die 'apt-get update failed'
    apt_empty "$cache" --download-only install "$@" > "$work/apt.log" 2>&1 || die "apt-get failed: $(tail -n 3 "$work/apt.log")"
  fi
  # What is in its cache apt does not name: it is asked with an empty one.
  apt_empty "$work/none" --print-uris install "$@" > "$work/uris" || die "apt-get does not name the files of $*"
  sed -n "s/^'[^']*' \([^ ]*\) .*/\1/p" "$work/uris" | while read -r name; do
    [ -f "$cache/$name" ] || die "apt-get did not download $name"
    printf '%s\n' "$cache/$name"
  done
}

apt_empty() {
  archives=$1
  shift
  apt-get -q -y --no-install-recommends -o Dir::State::status="$work/status" -o Dir::State::extended_states="$work/extended" \
    -o Dir::Cache::archives="$archives" -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache= -o Debug::NoLocking=1 \
    -o APT::Sandbox::User="$(id -un)" "$@"
}

# kernel_package FLAVOUR: name of the package with the current kernel (linux-image-amd64 itself is empty and depends on it).
kernel_package() {
  apt-cache depends "linux-image-$1" | sed -n 's/^ *Depends: \(linux-image-[0-9].*\)$/\1/p' | head -n 1
}

# unpack FILES-LIST DIR: extracts the packages into one tree whose /bin, /sbin and /lib are those of /usr.
unpack() {
  mkdir -p "$2/usr/bin" "$2/usr/lib" "$2/usr/lib64"
  ln -sfn bin "$2/usr/sbin"
  for top in bin sbin lib lib64; do ln -sfn "usr/$top" "$2/$top"; done
  while read -r package; do
    dpkg-deb --fsys-tarfile "$package" > "$work/package.tar" || die "cannot read $package"
    tar -C "$2" --keep-directory-symlink --no-same-owner -xf "$work/package.tar" || die "cannot unpack $package"
  done < "$1"
  rm -f "$work/package.tar"
}

libraries=usr/lib/x86_64-linux-gnu

# own TREE PROGRAM ARGUMENT...: runs a program of an unpacked tree with the tree's libraries.
own() {
  tree=$1
  program=$2
  shift 2
  "$tree/lib64/ld-linux-x86-64.so.2" --library-path "$tree/$libraries" "$tree/$program" "$@"
}

# put_program TREE ROOT PATH...: copies programs of an unpacked tree into ROOT/usr/bin, and the libraries they need.
put_program() {
  tree=$1
  into=$2
  shift 2
  mkdir -p "$into/usr/bin" "$into/$libraries" "$into/usr/lib64"
  cp -L "$tree/lib64/ld-linux-x86-64.so.2" "$into/usr/lib64/"
  for path in "$@"; do
    [ -f "$tree/$path" ] || die "no package has /$path"
    rm -f "$into/usr/bin/${path##*/}"
    cp -L "$tree/$path" "$into/usr/bin/"
    "$tree/lib64/ld-linux-x86-64.so.2" --library-path "$tree/$libraries" --list "$tree/$path" > "$work/needed" 2> "$work/static" ||
      grep -q 'not a dynamic\|statically' "$work/needed" "$work/static" || die "the libraries of $path are not in the packages"
    ! grep 'not found' "$work/needed" || die "$path lacks a library"
    sed -n 's/.* => \(\/[^ ]*\) (0x.*/\1/p' "$work/needed" | while read -r library; do
      cp -Lu "$library" "$into/$libraries/"
    done
  done
}

# put_busybox TREE ROOT: busybox and its applets, except where another program has the name.
put_busybox() {
  mkdir -p "$2/usr/bin"
  cp -L "$1/usr/bin/busybox" "$2/usr/bin/busybox"
  "$1/usr/bin/busybox" --list | while read -r applet; do
    [ -e "$2/usr/bin/$applet" ] || ln -s busybox "$2/usr/bin/$applet"
  done
}

# put_modules TREE KERNEL ROOT NAME...: kernel modules with what they depend on; NAME may be a folder below drivers/ and the like.
put_modules() {
  tree=$1
  version=$2
  into=$3
  shift 3
  from=$tree/usr/lib/modules/$version
  mkdir -p "$into/usr/lib/modules/$version"
  [ -f "$from/modules.dep" ] || own "$tree" usr/bin/depmod -b "$tree" "$version"
  for wanted in "$@"; do
    if [ -d "$from/kernel/$wanted" ]; then
      (cd "$from" && find "kernel/$wanted" -name '*.ko')
    else
      # What is not a module of this kernel is built in.
      sed -n "s|^\([^:]*/$wanted\.ko\):.*|\1|p" "$from/modules.dep"
    fi
  done | sort -u > "$work/modules"
  awk -F': *' 'NR == FNR { want[$1]; next } $1 in want { print $1; n = split($2, a, " "); for (i = 1; i <= n; i++) print a[i] }' \
    "$work/modules" "$from/modules.dep" | sort -u > "$work/modules.all"
  while read -r module; do
    mkdir -p "$into/usr/lib/modules/$version/${module%/*}"
    cp "$from/$module" "$into/usr/lib/modules/$version/$module"
  done < "$work/modules.all"
  cp "$from/modules.order" "$from/modules.builtin" "$from/modules.builtin.modinfo" "$into/usr/lib/modules/$version/"
  own "$tree" usr/bin/depmod -b "$into" "$version"
}

# pack_initrd ROOT OUT LEVEL: the same files make the same bytes.
pack_initrd() {
  find "$1" -exec touch -h -d @0 {} +
  (cd "$1" && find . | LC_ALL=C sort | cpio --quiet --reproducible -o -H newc -R 0:0) > "$work/initrd.cpio"
  zstd -q -f -T0 "-$3" "$work/initrd.cpio" -o "$2"
  rm -f "$work/initrd.cpio"
}

# file_entry PATH: {file, sha256, bytes} of the index.
file_entry() {
  jq -n --arg file "${1##*/}" --arg sha256 "$(sha256sum "$1" | cut -d' ' -f1)" --argjson bytes "$(stat -c %s "$1")" \
    '{$file, $sha256, $bytes}'
}
