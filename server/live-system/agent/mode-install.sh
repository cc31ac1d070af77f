# Writes an image onto the disk (or a mirror of disks) that the job names, grows it, and configures the system in it.
for part in wipe mode-wipe image partitions configure network-config raid; do . "$here/$part.sh"; done

run_mode() {
  check_image
  [ -s "$state/targets" ] || fail 'the job names no disk'
  check_raid
  # Without an array only the first disk is installed on; others are cleared when the job says so.
  [ "$(job raid)" = raid_1 ] || [ -n "$(job wipe | sed '/^none$/d')" ] || sed -i 1q "$state/targets"
  first=$(head -n 1 "$state/targets")
  case $(job wipe) in
    full) wipe_targets full ;;
    *) wipe_targets simple ;;
  esac
  target=$first
  [ "$(job raid)" != raid_1 ] || target=$(make_mirror)
  put_image "$target"
  progress configure 93 'Growing the file system' || exit 1
  grow_last "$target"
  root=/mnt/root
  device=$(mount_root "$target" "$root") || fail 'no Linux was found in the image'
  progress configure 95 "Configuring the system on $device" || exit 1
  configure "$root"
  umount "$root" || fail 'the new system cannot be unmounted'
  sync
  [ "$target" = "$first" ] || mdadm --wait-clean "/dev/$target" > /dev/null 2>&1 || :
  jq -n --arg sha256 "$(job image_sha256)" --argjson bytes "$(job image_bytes)" --arg network "$network_kind" --arg root "$device" \
    --arg raid "$(job raid)" '{$sha256, $bytes, $network, $root, raid: (if $raid == "" then "no_raid" else $raid end)}' > "$state/installed"
  add_fact image "$state/installed"
}
