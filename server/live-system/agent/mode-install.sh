# Writes an image onto the disk (or an array of disks) that the job names, grows it, and configures the system in it.
for part in wipe mode-wipe image partitions configure network-config raid boot-array; do . "$here/$part.sh"; done

run_mode() {
  check_image
  [ -s "$state/targets" ] || fail 'the job names no disk'
  check_raid
  # Without an array only the first disk is installed on; others are cleared when the job says so.
  [ -n "$(job raid | sed '/^no_raid$/d')" ] || [ -n "$(job wipe | sed '/^none$/d')" ] || sed -i 1q "$state/targets"
  case $(job wipe) in
    full) wipe_targets full ;;
    *) wipe_targets simple ;;
  esac
  target=$(make_array)
  put_image "$target"
  progress configure 93 'Growing the file system and configuring the system' || exit 1
  grow_last "$target"
  root=/mnt/root
  device=$(mount_root "$target" "$root") || exit 1
  say "the system is on $device"
  ! has_boot_array || put_boot "$root" "$device"
  configure "$root"
  ! has_boot_array || umount "$root/boot" || fail 'the new /boot cannot be unmounted'
  umount "$root" || fail 'the new system cannot be unmounted'
  sync
  [ "$target" != md0 ] || mdadm --wait-clean "/dev/$target" > /dev/null 2>&1 || :
  # Values whose forms the job has checked, and words of ours: none has to be quoted.
  level=$(job raid)
  printf '{"sha256":"%s","bytes":%s,"network":"%s","root":"%s","raid":"%s"}' "$(job image_sha256)" "$(job image_bytes)" \
    "$network_kind" "$device" "${level:-no_raid}" > "$state/facts/image"
}
