/**
 * A boot sector that tells a processor that really runs guests from one that only seems to. Some hosts offer /dev/kvm but
 * emulate a guest's kernel instruction by instruction: firmware starts, a short boot sector even answers, and then no ordinary
 * kernel ever gets out of its decompressor. So this one does what a kernel does: it switches to 64-bit mode, computes
 * (2^28 rounds, a fraction of a second on a real processor, minutes when each instruction is emulated), and only then
 * writes "OK" to the first serial port and leaves through QEMU's isa-debug-exit at port 0xf4.
 *
 * Assembled from (GNU syntax, origin 0x7c00):
 *
 *     .code16
 *       cli; xorw %ax,%ax; movw %ax,%ds; movw %ax,%es; movw %ax,%ss; movw $0x7c00,%sp
 *       movw $0x1000,%di; movw $0x0c00,%cx; xorl %eax,%eax; rep stosl     # three empty page tables
 *       movw $0x2003,0x1000; movw $0x3003,0x2000; movw $0x0083,0x3000      # first 2 MiB mapped to themselves
 *       movl %cr4,%eax; orb $0x20,%al; movl %eax,%cr4                      # PAE
 *       movl $0x1000,%eax; movl %eax,%cr3
 *       movl $0xc0000080,%ecx; rdmsr; orb $1,%ah; wrmsr                    # EFER.LME
 *       movl %cr0,%eax; orl $0x80000001,%eax; movl %eax,%cr0               # paging, protection
 *       lgdtl gdtr; ljmp $8,$long
 *     .code64
 *     long: movl $0x10000000,%ecx; xorl %eax,%eax
 *     work: addl %ecx,%eax; decl %ecx; jnz work
 *       movw $0x3f8,%dx; movb $'O',%al; outb %al,%dx; movb $'K',%al; outb %al,%dx; movb $0x0a,%al; outb %al,%dx
 *       movw $0xf4,%dx; outb %al,%dx
 *     halt: hlt; jmp halt
 *     gdt: .quad 0, 0x00209a0000000000
 *     gdtr: .word 15; .long gdt
 */
export function bootSector(): Buffer {
  const sector = Buffer.alloc(512)
  Buffer.from(
    'fa31c08ed88ec08ed0bc007c' +
      'bf0010b9000c6631c066f3ab' +
      'c70600100320c70600200330c70600308300' +
      '0f20e00c200f22e0' +
      '66b8001000000f22d8' +
      '66b9800000c00f3280cc010f30' +
      '0f20c0660d010000800f22c0' +
      '660f0116917cea5f7c0800' +
      'b90000001031c001c8ffc975fa' +
      '66baf803b04feeb04beeb00aee66baf400ee' +
      'f4ebfd' +
      '000000000000000000000000009a20000f00817c0000',
    'hex',
  ).copy(sector)
  sector.writeUInt16LE(0xaa55, 510)
  return sector
}
