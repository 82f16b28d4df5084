import type { UploadFile } from '@parlance/contract'

const longest = 100

/** A name for the database of these files, made from the first one: 'order_items-2026.csv' becomes 'Order items 2026'. */
export function suggestName([first]: UploadFile[], taken: string[]): string {
  const words = (first?.name ?? '')
    .replace(/\.\w{1,8}$/, '')
    .replaceAll(/[\s_-]+/g, ' ')
    .trim()
    .slice(0, longest)
  const name = words === '' ? 'Database' : words[0]?.toUpperCase() + words.slice(1)
  const used = new Set(taken.map((each) => each.trim().toLowerCase()))
  let free = name
  for (let number = 2; used.has(free.toLowerCase()); number += 1) free = `${name} ${number}`
  return free
}
