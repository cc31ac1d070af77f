# Sets up the management controller: a user of the panel's, the way in over its network, and the address where the panel has one for it.

# set_password SLOT PASSWORD: by a file, so that it stands in no argument list. Controllers that do not take 20 characters get the first 16.
set_password() {
  (umask 077 && printf '%s' "$2" | head -c 16 > "$state/ipmi.secret")
  for length in 20 16; do
    (umask 077 && printf 'user set password %s %s %s\n' "$1" "$(printf '%s' "$2" | head -c "$length")" "$length" > "$state/ipmi.commands")
    # Its exit code says only whether the file was read.
    if ipmi exec "$state/ipmi.commands" > "$state/ipmi.out" && grep -q 'successful' "$state/ipmi.out"; then
      rm -f "$state/ipmi.commands" "$state/ipmi.secret"
      did password true ''
      return 0
    fi
  done
  did password false "$(ipmi_words)"
  rm -f "$state/ipmi.commands" "$state/ipmi.secret"
  return 1
}

# allow_suites CHANNEL: lets administrators use cipher suites 3 and 17, where the controller has them and keeps them from being used.
allow_suites() {
  levels=$(lan_value 'Cipher Suite Priv Max')
  case $levels in *[!XcuoaO]* | '') return 0 ;; esac
  wanted=$(printf '%s %s\n' "$(lan_value 'RMCP+ Cipher Suites' | tr -d ' ')" "$levels" | awk '{
    n = split($1, suites, ","); out = ""
    for (i = 1; i <= length($2); i++) { level = substr($2, i, 1); if (i <= n && (suites[i] == 3 || suites[i] == 17) && level !~ /[aO]/) level = "a"; out = out level }
    print out }')
  [ "$wanted" = "$levels" ] || attempt suites lan set "$1" cipher_privs "$wanted" || :
}

# set_address CHANNEL: the address that the panel has for it, unless it has that already. Without one all stays as it was found.
set_address() {
  address=$(job controller_address)
  netmask=$(job controller_netmask)
  gateway=$(job controller_gateway)
  [ -n "$address" ] && [ -n "$netmask" ] || return 0
  [ "$(lan_value 'IP Address')" != "$address" ] || [ "$(lan_value 'Subnet Mask')" != "$netmask" ] || return 0
  attempt source lan set "$1" ipsrc static || return 1
  attempt address lan set "$1" ipaddr "$address" || return 1
  attempt netmask lan set "$1" netmask "$netmask" || return 1
  [ -z "$gateway" ] || attempt gateway lan set "$1" defgw ipaddr "$gateway" || return 1
  attempt vlan lan set "$1" vlan id off || :
  # Some take a while until they have it.
  for look in 1 2 3 4 5 6 7 8 9 10; do
    ipmi lan print "$1" > "$state/lan" || :
    [ "$(lan_value 'IP Address')" != "$address" ] || return 0
    sleep 2
  done
  did address false 'the controller still has another address'
  return 1
}

# make_user CHANNEL SLOT FOUND: the user with its name and password, as an administrator on this channel.
make_user() {
  [ "$3" = taken ] || attempt name user set name "$2" "$(job controller_user)" || return 1
  set_password "$2" "$(job controller_password)" || return 1
  attempt access channel setaccess "$1" "$2" callin=on ipmi=on link=on privilege=4 || return 1
  attempt enable user enable "$2" || return 1
  # Consoles are a matter of their own: the user can sign in without.
  attempt console sol payload enable "$1" "$2" || :
}

# try_controller: all of it. What was done so far is noted; fails with `why`.
try_controller() {
  [ -e "${DATAHALL_IPMI:-/dev/ipmi0}" ] || { why='it has none that can be asked from inside'; return 1; }
  channel=$(lan_channel) || { why='no channel of it leads to a network'; return 1; }
  found=$(user_slot "$channel" "$(job controller_user)") || { why='it has no free slot for a user'; return 1; }
  slot=${found% *}
  why='it refused'
  make_user "$channel" "$slot" "${found#* }" || return 1
  ipmi channel info "$channel" | grep -q 'Access Mode *: always available' || attempt lan lan set "$channel" access on || return 1
  allow_suites "$channel"
  set_address "$channel" || return 1
}

# set_up_controller: does it and tells what is now; ends the program when it could not be done.
set_up_controller() {
  progress controller 90 'Setting up the controller' || exit 1
  : > "$state/controller.steps"
  channel='' slot='' why=''
  ok=true
  try_controller || ok=false
  report_controller > "$state/controller.now"
  jq -s -L "$here" --rawfile now "$state/controller.now" --argjson channel "$(number "$channel")" --argjson slot "$(number "$slot")" --arg user "$(job controller_user)" \
    'include "report"; {$user, $slot, $channel, now: ($now | controller), steps: .}' "$state/controller.steps" > "$state/facts/controller"
  [ "$ok" = true ] || fail "the controller was not set up: $why$(jq -r -s 'map(select(.ok | not)) | last // empty | " (\(.step)): \(.words)"' "$state/controller.steps")"
}
