import { parseSync, Visitor } from 'oxc-parser'

/** Words that a native speaker would not use here, and what to write instead. */
const idioms: readonly (readonly [RegExp, string])[] = [
  [/\b(?:nobody|somebody)\b/gi, 'no one, someone, or the role'],
  [/\b(?:whoever|whichever|wherever|whomever)\b/gi, 'anyone who, any, if'],
  [/\b(?:lest|thereby|whereby|therein|thereof|herewith)\b/gi, 'so that … not, by doing so'],
  [/\banew\b/gi, 'again'],
  [/\bmerely\b/gi, 'only'],
  [/\bmend(?:s|ed|ing)?\b/gi, 'fix'],
  [/\bpersons\b/gi, 'people, users'],
  [
    /(?<!\b(?:there|that|what) )\b(?:is|are|was|were) no (?!longer\b|more\b|one\b|doubt\b|different\b|better\b|such\b)[a-z]+/gi,
    'isn’t a, is not',
  ],
  [/\bstands? (?:in(?!-| for)|beside|there|alone|outside|between|above|below|next)\b/gi, 'is, appears'],
  [/\bwhat (?:is|was) known (?:of|about)\b|\bwhat can be had\b/gi, 'details of, available'],
  [/\bthe way on\b|\ba way out\b/gi, 'what to do next'],
  [/\bhand(?:s|ed)? (?:on|over|back)\b/gi, 'pass, return'],
  [/\b(?:an?|each|one) (?:[\w-]+ ){1,3}of (?:its|their|his|her) own\b/gi, 'its own …, a separate …'],
  [/\b(?:is|are|was|were) told\b/gi, 'gets, sees, is informed'],
  [/\be-mails?\b/gi, 'email'],
  [
    /\b(?:organis|authoris|recognis|normalis|initialis|serialis|optimis|summaris|customis|utilis)(?:e[drs]?|ing|ations?)\b/gi,
    'American spelling with z',
  ],
  [/\b(?:behaviour|colour|favour|honour|neighbour|licence|defence|centre|grey)s?\b/gi, 'American spelling'],
]

export interface Idiom {
  line: number
  words: string
  instead: string
}

/** Returns the idioms in a text, with their lines. */
export function findIdioms(text: string, firstLine = 1): Idiom[] {
  return idioms.flatMap(([pattern, instead]) =>
    [...text.matchAll(pattern)].map((match) => ({
      line: firstLine + text.slice(0, match.index).split('\n').length - 1,
      words: match[0],
      instead,
    })),
  )
}

const testFunctions = /^(?:test|it|describe|describeStores|describeOneStore)\b/

/** Returns the idioms in the comments and strings of a source file; in a test, only in comments and names of tests. */
export function findIdiomsInSource(file: string, source: string): Idiom[] {
  const { program, comments } = parseSync(file, source)
  const found: Idiom[] = []
  const add = (text: string, start: number) =>
    found.push(...findIdioms(text, source.slice(0, start).split('\n').length))
  for (const { value, start } of comments) add(value.replaceAll(/\n[^\S\n]*\*/g, '\n'), start)
  const strings = new Visitor({
    Literal: ({ value, start }) => {
      if (typeof value === 'string' && value.includes(' ')) add(value, start)
    },
    TemplateElement: ({ value, start }) => add(value.raw, start),
    JSXText: ({ value, start }) => add(value, start),
  })
  const names = new Visitor({
    CallExpression: ({ callee, arguments: [name] }) => {
      if (name?.type !== 'Literal' || typeof name.value !== 'string') return
      if (testFunctions.test(source.slice(callee.start, callee.end))) add(name.value, name.start)
    },
  })
  const isTest = /\.(?:test|spec)\.tsx?$|\/testing\//.test(file)
  const visitor = isTest ? names : strings
  visitor.visit(program)
  return found
}

/** Returns the idioms in the prose of a Markdown page, outside of code. */
export function findIdiomsInMarkdown(source: string): Idiom[] {
  let inCode = false
  const prose = source.split('\n').map((line) => {
    const isFence = line.trimStart().startsWith('```')
    if (isFence) inCode = !inCode
    return isFence || inCode ? '' : line.replaceAll(/`[^`]*`/g, '')
  })
  return findIdioms(prose.join('\n'))
}
