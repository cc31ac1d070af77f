#!/bin/sh
# Succeeds when this name server answers for one of the lab's zones. Environment: DEVICE_ADDRESS
dig +time=1 +tries=1 +tcp @"${DEVICE_ADDRESS%/*}" 2.0.192.in-addr.arpa SOA 2> /dev/null | grep -q 'status: NOERROR'
