#!/usr/bin/python3
"""Stands in for the activation of logical volumes where the kernel has no device-mapper.

Everything that LVM itself does is LVM's own: this runs it with activation turned off. What is missing then is the block device of a volume.
It is made here: activating copies the extents of a volume into a file and gives that a loop device; deactivating copies it back. So a volume that
is active on two nodes loses data here as it would there, and what was in extents before shows in the volumes that get them.
"""

import json
import os
import subprocess
import sys

FILES = '/srv/lab-lvm'
MIB = 1 << 20


def lvm(*words, check=True):
    done = subprocess.run(['/usr/sbin/lvm', *words], capture_output=True, text=True)
    if check and done.returncode != 0:
        sys.stdout.write(done.stdout)
        sys.stderr.write(done.stderr)
        sys.exit(done.returncode)
    return done.stdout


def rows(program, fields, *words):
    text = lvm(program, '--reportformat', 'json', '--units', 'b', '--nosuffix', '-o', fields, *words)
    return [row for part in json.loads(text)['report'] for kind in part.values() for row in kind]


def pieces(group, name):
    """Where a volume lies: device, offset and length of each piece."""
    starts = {row['pv_name']: int(row['pe_start']) for row in rows('pvs', 'pv_name,pe_start')}
    found = []
    for row in rows('lvs', 'seg_pe_ranges,vg_extent_size', '--segments', f'{group}/{name}'):
        size = int(row['vg_extent_size'])
        for piece in row['seg_pe_ranges'].split():
            device, extents = piece.rsplit(':', 1)
            first, last = (int(one) for one in extents.split('-'))
            found.append((device, starts[device] + first * size, (last - first + 1) * size))
    return found


def file_of(group, name):
    return f'{FILES}/{group}/{name}'


def device_of(group, name):
    link = f'/dev/{group}/{name}'
    return os.readlink(link) if os.path.islink(link) else None


def flush(device):
    subprocess.run(['blockdev', '--flushbufs', device], check=True)


def read_in(group, name, begin=0):
    """Copies what lies from `begin` on out of the disk."""
    at = 0
    with open(file_of(group, name), 'r+b' if begin else 'w+b') as target:
        for device, offset, length in pieces(group, name):
            flush(device)
            with open(device, 'rb') as source:
                for step in range(0, length, MIB):
                    if at + step < begin:
                        continue
                    source.seek(offset + step)
                    data = source.read(min(MIB, length - step))
                    target.seek(at + step)
                    if data.strip(b'\0'):
                        target.write(data)
            at += length
        target.truncate(at)


def write_back(group, name):
    at = 0
    with open(file_of(group, name), 'rb') as source:
        for device, offset, length in pieces(group, name):
            with open(device, 'r+b') as target:
                for step in range(0, length, MIB):
                    source.seek(at + step)
                    target.seek(offset + step)
                    target.write(source.read(min(MIB, length - step)))
                target.flush()
                os.fsync(target.fileno())
            flush(device)
            at += length


def activate(group, name):
    if device_of(group, name):
        return
    os.makedirs(f'{FILES}/{group}', exist_ok=True)
    read_in(group, name)
    loop = subprocess.run(
        ['losetup', '--find', '--show', file_of(group, name)], check=True, capture_output=True, text=True
    ).stdout.strip()
    os.symlink(loop, f'/dev/{group}/{name}')


def is_open(device):
    for process in filter(str.isdigit, os.listdir('/proc')):
        try:
            for fd in os.listdir(f'/proc/{process}/fd'):
                if os.readlink(f'/proc/{process}/fd/{fd}') == device:
                    return True
        except OSError:
            pass
    return False


def deactivate(group, name):
    device = device_of(group, name)
    if not device:
        return
    if is_open(device):
        sys.stderr.write(f'  Logical volume {group}/{name} in use.\n')
        sys.exit(5)
    flush(device)
    subprocess.run(['losetup', '--detach', device], check=True)
    write_back(group, name)
    os.unlink(f'/dev/{group}/{name}')
    os.unlink(file_of(group, name))


def grow(group, name):
    device = device_of(group, name)
    if not device:
        return
    read_in(group, name, os.path.getsize(file_of(group, name)))
    subprocess.run(['losetup', '--set-capacity', device], check=True)


def rename(group, name, to):
    device = device_of(group, name)
    if not device:
        return
    os.rename(file_of(group, name), file_of(group, to))
    os.unlink(f'/dev/{group}/{name}')
    os.symlink(device, f'/dev/{group}/{to}')


def names(group):
    return [row['lv_name'] for row in rows('lvs', 'lv_name', group)]


def main():
    program, words = os.path.basename(sys.argv[0]), sys.argv[1:]
    plain = words[words.index('--') + 1 :] if '--' in words else []
    value = lambda option: words[words.index(option) + 1] if option in words else None
    if program == 'lvcreate':
        lvm(program, '--activate', 'n', *words)
        activate(plain[0], value('--name'))
    elif program == 'lvextend':
        lvm(program, *words)
        grow(*plain[0].split('/'))
    elif program == 'lvrename':
        lvm(program, *words)
        rename(*plain)
    elif program == 'lvremove':
        deactivate(*plain[0].split('/'))
        lvm(program, *words)
    elif value('--activate'):
        how = value('--activate')
        on = how != 'n'
        group = plain[0].split('/')[0]
        # What a machine asks for when it starts; groups may be kept out of it.
        if how == 'ay' and not rows('vgs', 'vg_autoactivation', '--', group)[0]['vg_autoactivation']:
            return
        for name in names(group) if program == 'vgchange' else [plain[0].split('/')[1]]:
            (activate if on else deactivate)(group, name)
    else:
        sys.stdout.write(lvm(program, *words))


main()
