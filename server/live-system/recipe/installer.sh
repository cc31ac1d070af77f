#!/bin/sh
# installer.sh debian|ubuntu|rhel NAME VERSION KERNEL INITRD OUT: writes a repository of one OS template that installs by an installer and the answer file in `answers`.
# KERNEL and INITRD are those of the distribution for booting from a network. Writes OUT/NAME's files and OUT/index.json.
set -eu
umask 022
[ $# -eq 6 ] || { echo 'usage: installer.sh debian|ubuntu|rhel NAME VERSION KERNEL INITRD OUT' >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
. "$here/common.sh"
need jq sha256sum
case $1 in
  debian)
    kind=preseed file=debian.cfg ram=780 disk=4096
    args='auto=true priority=critical url={{answer}}preseed.cfg'
    macros='[{"name": "mirror", "default": "deb.debian.org", "words": "Mirror"}, {"name": "proxy", "default": "", "words": "HTTP proxy"}]'
    ;;
  ubuntu)
    kind=autoinstall file=ubuntu.yaml ram=6144 disk=8192
    args='autoinstall ip=dhcp url={{iso}} ds=nocloud-net;s={{answer}}'
    macros='[{"name": "iso", "default": "http://releases.ubuntu.com/24.04/ubuntu-24.04.2-live-server-amd64.iso", "words": "Address of the ISO image"}]'
    ;;
  rhel)
    kind=kickstart file=rhel.cfg ram=2048 disk=10240
    args='inst.repo={{mirror}} inst.ks={{answer}}ks.cfg inst.text ip=dhcp'
    macros='[{"name": "mirror", "default": "http://download.rockylinux.org/pub/rocky/9/BaseOS/x86_64/os/", "words": "Address of BaseOS"}]'
    ;;
  *) die "unknown installer: $1" ;;
esac
mkdir -p "$6"
out=$(cd "$6" && pwd)
cp "$4" "$out/$1-kernel"
cp "$5" "$out/$1-initrd"
cp "$here/answers/$file" "$out/$file"
jq -n --arg name "$2" --arg version "$3" --arg kind "$kind" --arg args "$args" --argjson macros "$macros" --argjson ram "$ram" --argjson disk "$disk" \
  --argjson kernel "$(file_entry "$out/$1-kernel")" --argjson initrd "$(file_entry "$out/$1-initrd")" --argjson answer "$(file_entry "$out/$file")" --arg tag "$1" '{
    $name, type: "isotemplate", $version, arch: "x86_64", firmware: ["bios", "uefi"], $kernel, $initrd, answer: ($answer + {$kind}), kernel_args: $args,
    ram_mib: $ram, disk_mib: $disk, tags: [$tag],
    macros: ($macros + [{name: "timezone", default: "UTC", words: "Time zone"}])
  }' | jq -s '{version: 1, os_templates: .}' > "$out/index.json"
