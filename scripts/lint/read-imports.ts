import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'

/** One file imports another; both paths are relative to the repository's root. */
export interface Arrow {
  from: string
  to: string
}

/**
 * Returns every module that a source names: imports, re-exports, dynamic imports, `import('…')` types, and files named
 * by `new URL('…', import.meta.url)`, which start workers.
 *
 * @throws Error when the source cannot be parsed
 */
export function specifiersOf(file: string, source: string): string[] {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  const found = new Set<string>()
  const add = (node: { type: string; value?: unknown } | null | undefined) => {
    if (node?.type === 'Literal' && typeof node.value === 'string') found.add(node.value)
  }
  new Visitor({
    ImportDeclaration: ({ source: from }) => add(from),
    ExportNamedDeclaration: ({ source: from }) => add(from),
    ExportAllDeclaration: ({ source: from }) => add(from),
    ImportExpression: ({ source: from }) => add(from),
    TSImportType: ({ source: from }) => add(from),
    NewExpression: ({ callee, arguments: [path, base] }) => {
      if (callee.type === 'Identifier' && callee.name === 'URL' && base?.type === 'MemberExpression') add(path)
    },
  }).visit(program)
  return [...found]
}

const isSource = (path: string): boolean => /\.(?:ts|tsx|mjs)$/.test(path) && !path.endsWith('.d.ts')

/** Whether a file is a test, or used only by tests, evaluations and fuzzing: those may import everything. */
export function isTest(path: string): boolean {
  return /\.test\.tsx?$|\/(?:testing|__fixtures__|eval|fuzz)\/|\/stand-ins?[./]|\.config\.ts$/.test(path)
}

/** Returns the source files of a folder that aren't tests, as paths from the root. */
export function sourceFiles(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => posix.join(folder, name.replaceAll('\\', '/')))
    .filter((path) => isSource(path) && !isTest(path) && !/\/(?:node_modules|dist|public)\//.test(path))
    .toSorted()
}

/**
 * Reads which of our own files import each other, in some folders of the repository. An import of a workspace by name
 * leads to the file that its package.json exports.
 */
export function readArrows(root: string, folders: readonly string[]): Arrow[] {
  const workspaces = readWorkspaces(root)
  return folders
    .flatMap((folder) => sourceFiles(root, folder))
    .flatMap((from) =>
      specifiersOf(from, readFileSync(join(root, from), 'utf8')).flatMap((specifier) => {
        const to = targetOf(from, specifier, workspaces)
        return to !== null && isSource(to) && existsSync(join(root, to)) ? [{ from, to }] : []
      }),
    )
}

interface Workspace {
  folder: string
  exports: Record<string, string>
}

function readWorkspaces(root: string): ReadonlyMap<string, Workspace> {
  const folders = ['apps', 'packages'].flatMap((group) =>
    readdirSync(join(root, group)).map((name) => posix.join(group, name)),
  )
  return new Map(
    folders.map((folder) => {
      const text = readFileSync(join(root, folder, 'package.json'), 'utf8')
      const { name, exports = {} } = JSON.parse(text) as { name: string; exports?: Record<string, string> }
      return [name, { folder, exports }]
    }),
  )
}

/** Null for an external module. */
function targetOf(from: string, specifier: string, workspaces: ReadonlyMap<string, Workspace>): string | null {
  const [path = ''] = specifier.split('?')
  if (path.startsWith('.')) return posix.join(dirname(from), path)
  const [scope, name, ...rest] = path.split('/')
  const workspace = workspaces.get(`${scope}/${name}`)
  const exported = workspace?.exports[rest.length === 0 ? '.' : `./${rest.join('/')}`]
  return workspace && exported ? posix.join(workspace.folder, exported) : null
}
