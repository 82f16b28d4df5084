import { checkText } from './file-limits.ts'
import { asKind, type MapNode } from './file-node.ts'
import { readJson } from './read-json.ts'
import { readYaml } from './read-yaml.ts'

/**
 * Reads a YAML or JSON file whose outermost part is an object.
 * @throws FileError with the place and what to do
 */
export function readFile(content: string): MapNode {
  const text = content.replace(/^\uFEFF/, '')
  const isJson = /^\s*[[{]/.test(text)
  checkText(text, isJson)
  return asKind(isJson ? readJson(text) : readYaml(text), 'map')
}
