/** Which services a distribution may start while packages come. */
export const POLICY = '/usr/sbin/policy-rc.d'
/** Tells the policy of the panel from one that the host has itself. */
const MARK = 'Datahall: nothing starts while its packages come'

/** Runs a program of the words behind $1 without anything starting: $1 is the policy. One of the host's own stays; one that a cut has left is the panel's. */
export const QUIETLY = `set -eu
policy=$1
shift
if [ ! -e "$policy" ] || grep -qsF '${MARK}' "$policy"; then
  trap 'rm -f "$policy"' EXIT
  trap 'exit 1' HUP INT PIPE TERM
  printf '#!/bin/sh\\n# ${MARK}\\nexit 101\\n' > "$policy"
  chmod 755 "$policy"
fi
"$@"`

/** Removes the policy $1 when it is the panel's. */
export const UNQUIET = `if grep -qsF '${MARK}' "$1"; then rm -f "$1"; fi`
