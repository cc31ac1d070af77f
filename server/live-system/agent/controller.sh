# The management controller, asked over its interface inside the machine (/dev/ipmi0).

# ipmi WORD...: one request, 20 s at most. What it says of failures is left in the file `ipmi.said`.
ipmi() {
  timeout 20 ipmitool "$@" 2> "$state/ipmi.said"
}

# lan_channel: the first channel that leads to a network; its settings are left in the file `lan`. Fails without one.
lan_channel() {
  for channel in 1 2 3 4 5 6 7 8 9 10 11; do
    # Channels of other media are refused.
    ipmi lan print "$channel" > "$state/lan" || continue
    grep -q '^MAC Address' "$state/lan" || continue
    printf '%s' "$channel"
    return 0
  done
  return 1
}

# lan_value NAME: a line of the settings.
lan_value() {
  sed -n "s/^$1  *: *//p" "$state/lan" | head -n 1 | printable
}

# report_controller: where it is and what it runs, a line of address, MAC and firmware; none without one.
report_controller() {
  [ -e "${DATAHALL_IPMI:-/dev/ipmi0}" ] && lan_channel > "$state/channel" || return 0
  firmware=$(ipmi mc info | sed -n 's/^Firmware Revision *: *//p' | printable || :)
  printf '%s\t%s\t%s\n' "$(lan_value 'IP Address')" "$(lan_value 'MAC Address')" "$firmware"
}

# did STEP OK WORDS: notes how one step of the set-up went.
did() {
  printf '%s' "$3" | head -c 200 | jq -R -s --arg step "$1" --argjson ok "$2" '{$step, $ok, words: .}' >> "$state/controller.steps"
}

# attempt STEP WORD...: one request; fails when it was refused, whose words are noted.
attempt() {
  step=$1
  shift
  if ipmi "$@" > "$state/ipmi.out"; then
    did "$step" true ''
  else
    did "$step" false "$(ipmi_words)"
    return 1
  fi
}

# ipmi_words: what it said last, whatever it was without the password.
ipmi_words() {
  cat "$state/ipmi.out" "$state/ipmi.said" | grep -v 'IANA PEN' | { if [ -s "$state/ipmi.secret" ]; then grep -vFf "$state/ipmi.secret"; else cat; fi; } |
    tail -n 1 | printable || :
}

# is_enabled CHANNEL SLOT: whether the user of a slot may sign in, also one without a name.
is_enabled() {
  status=$(ipmi raw 0x06 0x44 "$1" "$2" | awk '{ print $2; exit }') || :
  case $status in [4567]?) return 0 ;; *) return 1 ;; esac
}

# user_slot CHANNEL NAME: the slot of the user with this name, else the first free one, and which it is: `3 taken` or `5 free`. Those of other
# users are never taken, nor the first one, which has no name by definition. Fails when all are taken.
user_slot() {
  ipmi user list "$1" > "$state/users" || :
  # By columns: a name may have anything in it.
  awk -v wanted="$2" '{ slot = substr($0, 1, 4) + 0; name = substr($0, 5, 17); sub(/ +$/, "", name) }
    slot < 2 { next } name == wanted { print slot, "taken" } name == "" { print slot, "free" }' "$state/users" | sort -k 2r -k 1n > "$state/slots"
  while read -r slot found; do
    if [ "$found" = taken ] || ! is_enabled "$1" "$slot"; then
      printf '%s %s' "$slot" "$found"
      return 0
    fi
  done < "$state/slots"
  return 1
}
