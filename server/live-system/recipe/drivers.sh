# Sourced by live.sh: kernel modules of the live system, by name or by folder of the kernel's tree.

# Virtual machines, arrays, file systems of installed systems, VLANs and bonds.
lab_modules='virtio_pci virtio_net virtio_blk virtio_scsi virtio_console virtio_balloon virtio-rng sd_mod sr_mod ata_piix
ahci nvme md-mod raid0 raid1 raid10 raid456 dm-mod ext4 xfs vfat nls_cp437 nls_ascii nls_iso8859-1 nls_utf8 8021q bonding
evdev button af_packet crc32c_generic crc32c-intel'

# Management controllers, from inside their servers.
controller_modules='drivers/char/ipmi'

# Real servers: every driver of network cards, controllers of disks and USB input.
real_modules='drivers/net/ethernet drivers/net/mdio drivers/net/phy drivers/ata drivers/scsi drivers/nvme drivers/block/mtip32xx
drivers/message drivers/md drivers/usb/host drivers/usb/storage drivers/hid/usbhid hid-generic usbhid
drivers/hwmon drivers/edac drivers/ptp drivers/dca drivers/i2c/algos i2c-i801 drivers/acpi ipmi_ssif vmxnet3 hv_netvsc hv_storvsc
xen-netfront xen-blkfront cdc_ether rndis_host igbvf ixgbevf iavf loop'

# What a virtual machine needs to reach its root.
boot_modules='virtio_pci virtio_net virtio_blk virtio_scsi virtio-rng sd_mod nvme md-mod raid0 raid1 raid10 raid456 ext4
crc32c_generic crc32c-intel af_packet'
