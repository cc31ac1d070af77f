# The job: text lines `name base64(value)`, kept as one file a value. No value is ever evaluated or put into a program's text.

# read_job FILE DIR: checks the lines and writes DIR/name.1, DIR/name.2, ... A line that is not understood ends it with a reason: a job is
# done as it was meant or not at all.
read_job() {
  mkdir -p "$2"
  [ "$(wc -c < "$1")" -le 1048576 ] || fail 'the job is too long'
  count=0
  while read -r name coded rest || [ -n "$name" ]; do
    [ -n "$name" ] || continue
    count=$((count + 1))
    [ "$count" -le 200 ] && [ -z "$rest" ] || fail 'the job is not readable'
    shape=$(job_shape "$name") || fail 'the job has a name that this live system does not know: a newer one is needed'
    case $coded in *[!A-Za-z0-9+/=]*) fail "the job's $name is not readable" ;; esac
    number=1
    while [ -e "$2/$name.$number" ]; do number=$((number + 1)); done
    case $name in
      disk | ssh_key | address | nameserver | bond_mac | load) ;;
      *) [ "$number" -eq 1 ] || fail "the job has more than one $name" ;;
    esac
    printf '%s' "$coded" | base64 -d > "$2/$name.$number" 2> /dev/null || fail "the job's $name is not readable"
    limit=2000
    [ "$name" != ssh_key ] || limit=16384
    [ "$(wc -c < "$2/$name.$number")" -le "$limit" ] || fail "the job's $name is too long"
    # Control characters, newlines among them, have no place in any value.
    [ "$(tr -d '\000-\037\177' < "$2/$name.$number" | wc -c)" -eq "$(wc -c < "$2/$name.$number")" ] ||
      fail "the job's $name has control characters"
    # An empty value is the same as none.
    if [ ! -s "$2/$name.$number" ]; then
      rm "$2/$name.$number"
    else
      grep -Eqx -e "$shape" "$2/$name.$number" || fail "the job's $name has a form that is not allowed"
    fi
  done < "$1"
}

# job_shape NAME: the whole form of a value, as an extended regular expression; fails for names that are not known.
job_shape() {
  mac='[0-9a-fA-F]{2}(:[0-9a-fA-F]{2}){5}'
  case $1 in
    mode) printf 'diag|wipe|install|installer|rescue|search' ;;
    operation) printf '[A-Za-z0-9._-]+' ;;
    serial | disk | ssh_key) printf '.+' ;;
    wipe) printf 'none|simple|full' ;;
    image | kernel | initrd) printf 'https?://[!-~]+' ;;
    image_sha256 | kernel_sha256 | initrd_sha256) printf '[0-9a-f]{64}' ;;
    kernel_args) printf '[]A-Za-z0-9 ._:/@%%+=,;~!*?&|()[-]+' ;;
    image_format) printf 'raw|zst' ;;
    image_bytes) printf '[1-9][0-9]{0,14}' ;;
    raid) printf 'no_raid|raid_(0|1|5|10)' ;;
    hostname) printf '[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?' ;;
    password_hash) printf '[$][0-9A-Za-z./$=,_-]+' ;;
    mac | bond_mac) printf '%s' "$mac" ;;
    address) printf '[0-9.]{7,15}/([0-9]|[12][0-9]|3[0-2])|[0-9a-fA-F.:]*:[0-9a-fA-F.:]*/[0-9]{1,3}' ;;
    gateway | gateway6 | nameserver) printf '[0-9a-fA-F.:]{2,45}' ;;
    vlan) printf '[1-9][0-9]{0,3}' ;;
    load) printf 'memory|disk|cpu' ;;
    controller_user) printf '[A-Za-z][A-Za-z0-9-]{0,15}' ;;
    controller_password) printf '[A-Za-z0-9]{20}' ;;
    controller_address | controller_netmask | controller_gateway) printf '[0-9.]{7,15}' ;;
    *) return 1 ;;
  esac
}

# job NAME: the first value of a name, or nothing.
job() {
  [ ! -e "$state/job/$1.1" ] || cat "$state/job/$1.1"
}

# job_files NAME: the files with the values of a name, in the job's order.
job_files() {
  number=1
  while [ -e "$state/job/$1.$number" ]; do
    printf '%s\n' "$state/job/$1.$number"
    number=$((number + 1))
  done
}
