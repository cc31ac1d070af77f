import type { Work } from '../../../../db/transaction.ts'

const MOST = 49

/** A name for the clone of a VM that its owner has not given yet: "web-1-clone", "web-1-clone-2" and so on. */
export async function freeName(
  work: Work,
  { name, account_id }: { name: string; account_id: number },
): Promise<string> {
  const named = (n: number) => {
    const end = n === 1 ? '-clone' : `-clone-${n}`
    return `${name.slice(0, MOST - end.length)}${end}`
  }
  for (let n = 1; ; n++)
    if ((await work.tx.host.count({ where: { account_id, name: named(n) } })) === 0) return named(n)
}
