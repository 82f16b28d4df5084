import { message } from '@parlance/contract'
import { visit } from 'jsonc-parser'
import { FileError, type Place } from './file-error.ts'
import { checkValue, FileWatch, tooDeep } from './file-limits.ts'
import type { FileNode, ListNode, MapNode } from './file-node.ts'

/**
 * Reads JSON with the place of each part.
 * @throws FileError
 */
export function readJson(text: string): FileNode {
  const builder = new Builder()
  try {
    visit(
      text,
      {
        onObjectBegin: (_offset, _length, line) => builder.open('map', line),
        onObjectEnd: () => builder.close(),
        onArrayBegin: (_offset, _length, line) => builder.open('list', line),
        onArrayEnd: () => builder.close(),
        onObjectProperty: (key, _offset, _length, line) => builder.key(key, line),
        onLiteralValue: (value: unknown, _offset, _length, line) => builder.literal(value, line),
        onError: (_error, _offset, _length, line) => {
          const invalid = message('The file is not valid JSON here. Correct it, or export it again.')
          throw new FileError(invalid, { path: builder.path, line: line + 1 })
        },
      },
      { disallowComments: true },
    )
  } catch (error) {
    if (error instanceof RangeError) throw tooDeep({ path: '', line: 1 })
    throw error
  }
  return builder.finish()
}

interface Open {
  node: MapNode | ListNode
  key: string | null
}

class Builder {
  readonly #watch = new FileWatch()
  readonly #open: Open[] = []
  #root: FileNode | null = null

  get path(): string {
    return this.#open.at(-1)?.node.place.path ?? ''
  }

  open(kind: 'map' | 'list', line: number): void {
    const place = this.#place(line)
    const node: MapNode | ListNode = kind === 'map' ? { kind, place, entries: new Map() } : { kind, place, items: [] }
    this.#add(node)
    this.#open.push({ node, key: null })
  }

  close(): void {
    this.#open.pop()
  }

  key(key: string, line: number): void {
    const top = this.#open.at(-1)
    if (top?.node.kind !== 'map') return
    this.#watch.checkKey(key, top.node.entries, { path: top.node.place.path, line: line + 1 })
    top.key = key
  }

  literal(value: unknown, line: number): void {
    const place = this.#place(line)
    if (typeof value === 'string') this.#add({ kind: 'text', place, value: checkValue(value, place) })
    else if (typeof value === 'number') this.#add({ kind: 'number', place, value })
    else if (typeof value === 'boolean') this.#add({ kind: 'boolean', place, value })
    else this.#add({ kind: 'null', place, value: null })
  }

  finish(): FileNode {
    if (this.#root === null) throw new FileError(message('The file is empty. Choose another file.'), null)
    return this.#root
  }

  #place(line: number): Place {
    const top = this.#open.at(-1)
    return { path: top === undefined ? '' : childPath(top.node, top.key), line: line + 1 }
  }

  #add(node: FileNode): void {
    this.#watch.add(this.#open.length, node.place)
    const top = this.#open.at(-1)
    if (top === undefined) this.#root = node
    else if (top.node.kind === 'list') top.node.items.push(node)
    else if (top.key !== null) top.node.entries.set(top.key, node)
  }
}

function childPath(parent: MapNode | ListNode, key: string | null): string {
  const { path } = parent.place
  if (parent.kind === 'list') return `${path}[${parent.items.length}]`
  return path === '' ? (key ?? '') : `${path}.${key ?? ''}`
}
