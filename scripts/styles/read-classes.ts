import { parseSync, Visitor } from 'oxc-parser'

/** The classes that a source file uses. */
export interface ClassUses {
  /** Plain names: parts of the design system and Tailwind utilities. */
  plain: string[]
  /** The end of `button-${kind}` is known only at run time: `button-`. */
  prefixes: string[]
}

/** Reads the class names that the selectors of a style sheet mention, in order and without repeats. */
export function classesOf(css: string): string[] {
  const parts = css
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/@(?:import|source|layer)[^;{]*;/g, '')
    .split('{')
  const names = parts
    .slice(0, -1)
    .map((part) => part.slice(Math.max(part.lastIndexOf(';'), part.lastIndexOf('}')) + 1).trim())
    .filter((selector) => !selector.startsWith('@') && !/^(?:from|to|[\d.]+%)$/.test(selector))
    .flatMap((selector) => [...selector.matchAll(/\.((?:[\w-]|[^\p{ASCII}]|\\.)+)/gu)])
    .map(([, name = '']) => name.replaceAll('\\', ''))
  return [...new Set(names)]
}

/**
 * Reads the classes in `className`, `cn(…)`, and constants with a name such as `lineClass`.
 * @param names further names to look for in any string, for code that chooses a class from a table
 */
export function usesOf(file: string, source: string, names: ReadonlySet<string>): ClassUses {
  const { program } = parseSync(file, source)
  const uses: ClassUses = { plain: [], prefixes: [] }
  const addText = (text: string) => uses.plain.push(...text.split(/\s+/).filter((name) => name !== ''))
  const addNode = (node: unknown): void => {
    if (!isNode(node)) return
    if (node.type === 'Literal' && typeof node.value === 'string') addText(node.value)
    else if (node.type === 'TemplateLiteral') addTemplate(node)
    else if (node.type === 'LogicalExpression') addNode(node.right)
    else if (node.type === 'ConditionalExpression') [node.consequent, node.alternate].forEach(addNode)
    else if (node.type === 'JSXExpressionContainer') addNode(node.expression)
    else if (node.type === 'ObjectExpression') (node.properties as AnyNode[]).forEach(({ value }) => addNode(value))
  }
  const addTemplate = (node: AnyNode) => {
    const [first, ...others] = node.quasis as { value: { cooked: string } }[]
    for (const { value } of [first, ...others].filter((part) => part !== undefined)) {
      const words = value.cooked.split(/\s+/).filter((name) => name !== '')
      uses.prefixes.push(...words.filter((name) => name.endsWith('-')))
      uses.plain.push(...words.filter((name) => !name.endsWith('-')))
    }
    ;(node.expressions as unknown[]).forEach(addNode)
  }
  new Visitor({
    JSXAttribute: ({ name, value }) => {
      if (name.type === 'JSXIdentifier' && /class(?:Name)?$/i.test(name.name)) addNode(value)
    },
    Property: ({ key, value }) => {
      if (key.type === 'Identifier' && key.name === 'className') addNode(value)
    },
    VariableDeclarator: ({ id, init }) => {
      if (id.type === 'Identifier' && /class(?:es)?$/i.test(id.name)) addNode(init)
    },
    CallExpression: ({ callee, arguments: values }) => {
      if (callee.type === 'Identifier' && callee.name === 'cn') values.forEach(addNode)
    },
    Literal: ({ value }) => {
      if (typeof value === 'string') uses.plain.push(...value.split(/\s+/).filter((name) => names.has(name)))
    },
  }).visit(program)
  return uses
}

type AnyNode = { type: string } & Record<string, unknown>

function isNode(node: unknown): node is AnyNode {
  return typeof node === 'object' && node !== null && 'type' in node
}
