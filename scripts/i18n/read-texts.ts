import { manifests } from '@parlance/drivers'
import { IntlMessageFormat } from 'intl-messageformat'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { sourceFiles } from '../lint/read-imports.ts'

/** A text for people in the source, and the names of the values that the code passes; null if they aren't literal. */
export interface Text {
  text: string
  file: string
  line: number
  values: string[] | null
}

const folders = [
  'apps/web/src',
  'apps/server/src',
  ...['contract', 'drivers', 'engine', 'evaluation', 'semantics', 'sql'].map(sourceOf),
]
/** The server renders the public pages, in English. */
const untranslated = 'apps/web/src/public-pages/'

function sourceOf(name: string): string {
  return `packages/${name}/src`
}

/** Reads the texts of the interface, of declared messages, of the server's errors, and of the manifests of databases. */
export function readTexts(root: string): Text[] {
  const files = folders
    .flatMap((folder) => sourceFiles(root, folder))
    .filter((file) => !file.startsWith(untranslated) && !file.endsWith('/lib/i18n.ts'))
  return [...files.flatMap((file) => textsOf(file, readFileSync(join(root, file), 'utf8'))), ...manifestTexts()]
}

/** The texts of forms, notes, and advice, which the manifests of database types have as plain strings. */
export function manifestTexts(): Text[] {
  return manifests.flatMap(({ kind, fields, note, advice = {} }) => {
    const ofForm = fields.flatMap(({ label, hint, options = [] }) => [label, hint, ...options.map((one) => one.label)])
    const ofAdvice = Object.values(advice).flatMap((texts) => Object.values(texts))
    return [note, ...ofForm, ...ofAdvice]
      .filter((text) => text !== undefined)
      .map((text) => ({ text, file: `packages/drivers/src/${kind}/manifest.ts`, line: 1, values: null }))
  })
}

type Node = Parameters<NonNullable<ConstructorParameters<typeof Visitor>[0]['CallExpression']>>[0]['arguments'][number]

const declaring = new Set(['t', 'message', 'messagePattern'])

/**
 * Reads the first argument of each `t(…)`, `message(…)`, and `messagePattern(…)`, and every sentence of the contract, where they are messages of
 * schemas and of errors.
 */
export function textsOf(file: string, source: string): Text[] {
  const isContract = file.startsWith('packages/contract/')
  if (!isContract && !/\b(?:t|message|messagePattern)\(/.test(source)) return []
  const found: Text[] = []
  const add = (node: Node | undefined, values: string[] | null) => {
    if (node?.type !== 'Literal' || typeof node.value !== 'string') return
    found.push({ text: node.value, file, line: source.slice(0, node.start).split('\n').length, values })
  }
  const { program } = parseSync(file, source)
  new Visitor({
    Literal: (node) => {
      if (isContract && isSentence(node.value)) add(node, null)
    },
    CallExpression: ({ callee, arguments: [text, values] }) => {
      if (callee.type !== 'Identifier' || !declaring.has(callee.name)) return
      if (callee.name === 'messagePattern') add(text, null)
      else add(text, values === undefined ? [] : namesOf(values))
    },
  }).visit(program)
  return found
}

function isSentence(value: unknown): boolean {
  return typeof value === 'string' && value.includes(' ') && /^[A-Z]/.test(value) && /[a-z.]$/.test(value)
}

function namesOf(values: Node): string[] | null {
  if (values.type !== 'ObjectExpression') return null
  const names = values.properties.map((property) =>
    property.type === 'Property' && property.key.type === 'Identifier' ? property.key.name : null,
  )
  return names.every((name) => name !== null) ? names : null
}

type Elements = ReturnType<IntlMessageFormat['getAst']>

/** The type number of an element that is plain text. */
const plainElement = 0

/**
 * Returns the names of the values that a pattern needs.
 *
 * @throws SyntaxError when the pattern is not valid ICU MessageFormat
 */
export function valuesOf(pattern: string): string[] {
  const names = new Set<string>()
  const read = (elements: Elements): void => {
    for (const element of elements) {
      if ('value' in element && element.type !== plainElement) names.add(element.value)
      if ('options' in element) for (const { value } of Object.values(element.options)) read(value)
    }
  }
  read(new IntlMessageFormat(pattern, 'en', undefined, { ignoreTag: true }).getAst())
  return [...names]
}
