import { builtinModules } from 'node:module'
import { posix, relative, sep } from 'node:path'
import { importRules, type ImportRule } from './import-table.ts'

/** The parts of a syntax node that this rule reads. */
interface Node {
  type: string
  source?: { type: string; value?: unknown } | null
  argument?: { type: string; value?: unknown; literal?: { value?: unknown } }
  importKind?: string
  exportKind?: string
  callee?: { type: string; name?: string }
  arguments?: readonly { type: string; value?: unknown }[]
  specifiers?: readonly { type: string; imported?: { name?: string; value?: string }; importKind?: string }[]
}

interface Context {
  filename: string
  cwd: string
  report(problem: { node: Node; message: string }): void
}

const builtins = new Set(builtinModules)

/** Reports every import that the table forbids: static, dynamic, re-exported, and in types. */
const imports = {
  meta: { type: 'problem' },
  create(context: Context) {
    const file = relative(context.cwd, context.filename).split(sep).join('/')
    const rules = rulesFor(file)
    const check = (node: Node, specifier: unknown): void => {
      if (typeof specifier !== 'string') return
      const target = resolveSpecifier(file, specifier)
      const broken = rules.find((rule) => isBanned(rule, target) && takesBannedName(rule, node))
      if (broken) context.report({ node, message: broken.message })
    }
    return {
      ImportDeclaration: (node: Node) => check(node, node.source?.value),
      ExportNamedDeclaration: (node: Node) => check(node, node.source?.value),
      ExportAllDeclaration: (node: Node) => check(node, node.source?.value),
      ImportExpression: (node: Node) => check(node, node.source?.value),
      TSImportType: (node: Node) =>
        check(node, node.source?.value ?? node.argument?.value ?? node.argument?.literal?.value),
    }
  },
}

const literalText = 'Write the text here as a literal, so that it can be translated. Show a message with translate().'

/** Reports a text for people that isn't a literal where it is shown with `t` or declared with `message`. */
const literalTexts = {
  meta: { type: 'problem' },
  create(context: Context) {
    const shown = new Set(['t'])
    return {
      ImportDeclaration: ({ source, specifiers }: Node) => {
        const declares = /^@parlance\/contract(?:\/messages)?$|^\.\/messages\.ts$/.test(String(source?.value))
        if (declares && specifiers?.some(({ imported }) => imported?.name === 'message')) shown.add('message')
      },
      CallExpression: (node: Node) => {
        if (node.callee?.type !== 'Identifier' || !shown.has(node.callee.name ?? '')) return
        const text = node.arguments?.[0]
        if (text?.type !== 'Literal' || typeof text.value !== 'string') context.report({ node, message: literalText })
      },
    }
  },
}

/** Returns the rules for a file, given by its path from the repository's root. */
function rulesFor(file: string): ImportRule[] {
  return importRules.filter(
    (rule) =>
      rule.in.some((folder) => isInside(file, folder)) &&
      !rule.except?.some((folder) => isInside(file, folder)) &&
      !(rule.exemptsTests && isTest(file)),
  )
}

/** Whether a path is a test or a test helper. */
export function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file) || /(?:^|\/)(?:testing|fuzz)\//.test(file) || file.endsWith('/stand-in.ts')
}

function isInside(path: string, folder: string): boolean {
  return folder === '' || path === folder || path.startsWith(`${folder}/`)
}

/** Resolves a relative specifier to a path from the repository's root, and Node's own modules to `node:` names. */
function resolveSpecifier(file: string, specifier: string): string {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(file), specifier)
  return builtins.has(specifier) && !specifier.startsWith('node:') ? `node:${specifier}` : specifier
}

function isBanned(rule: ImportRule, target: string): boolean {
  if (rule.allows?.includes(target)) return false
  return rule.bans.some((ban) => (ban === 'node:*' ? target.startsWith('node:') : isInside(target, ban)))
}

function takesBannedName({ names }: ImportRule, node: Node): boolean {
  if (!names) return true
  if (node.importKind === 'type' || node.exportKind === 'type') return false
  if (node.type !== 'ImportDeclaration') return true
  return (node.specifiers ?? []).some((specifier) => {
    if (specifier.type !== 'ImportSpecifier') return true
    const name = specifier.imported?.name ?? specifier.imported?.value ?? ''
    return specifier.importKind !== 'type' && names.includes(name)
  })
}

const plugin = { meta: { name: 'house' }, rules: { imports, 'literal-texts': literalTexts } }
export default plugin
