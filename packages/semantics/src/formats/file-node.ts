import { message, type Message } from '@parlance/contract'
import { FileError, type Place } from './file-error.ts'

/** A part of a file with its place. Keys of a file are keys of a Map, so none can reach an object's prototype. */
export type FileNode = MapNode | ListNode | ScalarNode
export interface MapNode {
  kind: 'map'
  place: Place
  entries: Map<string, FileNode>
}
export interface ListNode {
  kind: 'list'
  place: Place
  items: FileNode[]
}
export type ScalarNode =
  | { kind: 'text'; place: Place; value: string }
  | { kind: 'number'; place: Place; value: number }
  | { kind: 'boolean'; place: Place; value: boolean }
  | { kind: 'null'; place: Place; value: null }

type Kind = FileNode['kind']
type Valued<K extends Kind> = Extract<FileNode, { kind: K }>

const expected: Record<Exclude<Kind, 'null'>, Message> = {
  map: message('This must be an object with keys. Correct it.'),
  list: message('This must be a list. Correct it.'),
  text: message('This must be text. Correct it, or put it in quotes.'),
  number: message('This must be a number. Correct it.'),
  boolean: message('This must be true or false. Correct it.'),
}

/** @throws FileError if the node has another kind */
export function asKind<K extends Exclude<Kind, 'null'>>(node: FileNode, kind: K): Valued<K> {
  if (!isKind(node, kind)) throw new FileError(expected[kind], node.place)
  return node
}

function isKind<K extends Kind>(node: FileNode, kind: K): node is Valued<K> {
  return node.kind === kind
}

/** @returns the node of a key; null if it is absent or null */
export function find(map: MapNode, key: string): FileNode | null {
  const node = map.entries.get(key)
  return node === undefined || node.kind === 'null' ? null : node
}

/** @throws FileError if it is absent or null */
export function need(map: MapNode, key: string): FileNode {
  const node = find(map, key)
  if (node === null) throw new FileError(message('The key {key} is missing. Add it.', { key }), map.place)
  return node
}

/** @returns the text of a key; null if it is absent */
export function textOf(map: MapNode, key: string): string | null {
  const node = find(map, key)
  return node === null ? null : asKind(node, 'text').value
}

/** @throws FileError if the text is absent or empty */
export function needText(map: MapNode, key: string): string {
  const node = asKind(need(map, key), 'text')
  if (node.value.trim() === '') throw new FileError(message('The text is empty. Enter it.'), node.place)
  return node.value
}

/** @returns the elements of a list; none if the key is absent */
export function listOf(map: MapNode, key: string): FileNode[] {
  const node = find(map, key)
  return node === null ? [] : asKind(node, 'list').items
}

/** @returns the object of a key; null if it is absent */
export function mapOf(map: MapNode, key: string): MapNode | null {
  const node = find(map, key)
  return node === null ? null : asKind(node, 'map')
}

/** @returns the texts of a list; none if the key is absent */
export function textsOf(map: MapNode, key: string): string[] {
  return listOf(map, key).map((node) => asKind(node, 'text').value)
}

/** @returns whether a key is true; null if it is absent */
export function flagOf(map: MapNode, key: string): boolean | null {
  const node = find(map, key)
  return node === null ? null : asKind(node, 'boolean').value
}

/** @returns the number of a key; null if it is absent */
export function numberOf(map: MapNode, key: string): number | null {
  const node = find(map, key)
  return node === null ? null : asKind(node, 'number').value
}
