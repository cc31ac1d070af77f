#!/bin/sh
# Zone files of the lab's name servers in a folder, named by the first label of each zone.
# Arguments: folder, address of the server
set -eu
zone() {
  printf '$TTL 300\n@ SOA ns.lab.test. root.lab.test. 1 3600 600 86400 60\n@ NS ns.lab.test.\n' > "$1"
}
cd "$1"
zone whole
i=64
while [ "$i" -le 127 ]; do
  echo "$i CNAME $i.64/26.2.0.192.in-addr.arpa." >> whole
  i=$((i + 1))
done
echo '200 PTR left.example.org.' >> whole
zone delegated
zone alone
zone six
