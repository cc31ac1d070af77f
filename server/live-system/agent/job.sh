# The job: text lines `name base64(value)`, kept as one file a value. No value is ever evaluated or put into a program's text.

# read_job FILE DIR: checks the lines and writes DIR/name.1, DIR/name.2, ... A line that is not understood ends it with a reason: a job is
# done as it was meant or not at all. With what the shell has itself where it can: each program that is started counts on a slow machine.
read_job() {
  mkdir -p "$2"
  [ "$(wc -c < "$1")" -le 1048576 ] || fail 'the job is too long'
  count=0
  while read -r name coded rest || [ -n "$name" ]; do
    [ -n "$name" ] || continue
    count=$((count + 1))
    [ "$count" -le 200 ] && [ -z "$rest" ] || fail 'the job is not readable'
    job_shape "$name" || fail 'the job has a name that this live system does not know: a newer one is needed'
    case $coded in *[!A-Za-z0-9+/=]*) fail "the job's $name is not readable" ;; esac
    [ $((${#coded} % 4)) -eq 0 ] || fail "the job's $name is not readable"
    number=1
    while [ -e "$2/$name.$number" ]; do number=$((number + 1)); done
    case $name in
      disk | ssh_key | address | nameserver | bond_mac | load) ;;
      *) [ "$number" -eq 1 ] || fail "the job has more than one $name" ;;
    esac
    limit=2000
    [ "$name" != ssh_key ] || limit=16384
    size=$((${#coded} / 4 * 3))
    case $coded in *==) size=$((size - 2)) ;; *=) size=$((size - 1)) ;; esac
    [ "$size" -le "$limit" ] || fail "the job's $name is too long"
    # An empty value is the same as none.
    [ "$size" -gt 0 ] || continue
    printf '%s' "$coded" | base64 -d > "$2/$name.$number" 2> /dev/null || fail "the job's $name is not readable"
    # Control characters have no place in any value. The shell reads up to a newline and leaves NUL out, so it then has less than the file.
    IFS= read -r value < "$2/$name.$number" || :
    case $value in *[[:cntrl:]]*) size=-1 ;; esac
    [ "${#value}" -eq "$size" ] || fail "the job's $name has control characters"
    grep -Eqx -e "$shape" "$2/$name.$number" || fail "the job's $name has a form that is not allowed"
  done < "$1"
}

# job_shape NAME: sets `shape` to the whole form of a value, an extended regular expression; fails for names that are not known.
job_shape() {
  case $1 in
    mode) shape='diag|wipe|install|installer|rescue|search' ;;
    operation) shape='[A-Za-z0-9._-]+' ;;
    serial | disk | ssh_key) shape='.+' ;;
    wipe) shape='none|simple|full' ;;
    image | kernel | initrd) shape='https?://[!-~]+' ;;
    image_sha256 | unpacked_sha256 | kernel_sha256 | initrd_sha256) shape='[0-9a-f]{64}' ;;
    kernel_args) shape='[]A-Za-z0-9 ._:/@%+=,;~!*?&|()[-]+' ;;
    image_format) shape='raw|zst' ;;
    image_bytes) shape='[1-9][0-9]{0,14}' ;;
    raid) shape='no_raid|raid_(0|1|5|10)' ;;
    hostname) shape='[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?' ;;
    password_hash) shape='[$][0-9A-Za-z./$=,_-]+' ;;
    mac | bond_mac) shape='[0-9a-fA-F]{2}(:[0-9a-fA-F]{2}){5}' ;;
    address) shape='[0-9.]{7,15}/([0-9]|[12][0-9]|3[0-2])|[0-9a-fA-F.:]*:[0-9a-fA-F.:]*/[0-9]{1,3}' ;;
    gateway | gateway6 | nameserver) shape='[0-9a-fA-F.:]{2,45}' ;;
    vlan) shape='[1-9][0-9]{0,3}' ;;
    load) shape='memory|disk|cpu' ;;
    controller_user) shape='[A-Za-z][A-Za-z0-9-]{0,15}' ;;
    controller_password) shape='[A-Za-z0-9]{20}' ;;
    controller_address | controller_netmask | controller_gateway) shape='[0-9.]{7,15}' ;;
    *) return 1 ;;
  esac
}

# job NAME: the first value of a name, or nothing.
job() {
  line "$state/job/$1.1"
}

# job_files NAME: the files with the values of a name, in the job's order.
job_files() {
  number=1
  while [ -e "$state/job/$1.$number" ]; do
    printf '%s\n' "$state/job/$1.$number"
    number=$((number + 1))
  done
}
