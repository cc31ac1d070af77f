import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { expect, it } from 'vitest'

const agent = path.join(import.meta.dirname, 'agent')

/** What is told of an image of 100 MiB whose writing is at these places, MiB, at these seconds since the start of the system; the fourth time the operation is over. */
const script = `
. "$1/image.sh"
turn=0
sleep() { turn=$((turn + 1)); }
seconds_up() { case $turn in 0) echo 50 ;; 1) echo 53 ;; 2) echo 56 ;; *) echo 56 ;; esac; }
pidof() { echo 1; }
sed() { case $turn in 1) echo $((30 << 20)) ;; 2) echo ;; *) echo $((60 << 20)) ;; esac; }
kill() { echo "kill $1"; }
progress() { echo "$1 $2 $3"; [ $turn -lt 4 ]; }
watch_image $((100 << 20))
`

it('the writing of an image is told with its place and its rate, until the operation is over', () => {
  const said = execFileSync('sh', ['-c', script, 'sh', agent], { encoding: 'utf8' })
  expect(said.trim().split('\n')).toEqual([
    'image 26 Writing the image, 30 of 100 MiB, 10 MiB a second',
    // A place that cannot be read says nothing; what came since counts from the one before.
    'image 53 Writing the image, 60 of 100 MiB, 10 MiB a second',
    'image 53 Writing the image, 60 of 100 MiB, 0 MiB a second',
    'kill 1',
  ])
})
