#!/bin/sh
# orphan.sh COMMAND...: starts the command and ends, so that the first process of its PID namespace becomes its parent.
# A parent outside would be left to the machine's first process to reap when all is killed, which may take its time,
# and until then the namespace does not die. In a new PID namespace the command becomes that first process itself.
"$@" &
