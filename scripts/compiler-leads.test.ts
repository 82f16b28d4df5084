import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** Something that a developer adds in one place, and the files where the compiler must then report an error. */
interface Addition {
  what: string
  /** The name of the added member. It must not be part of another addition's name. */
  member: string
  change: { file: string; before: string; after: string }
  named: string[]
}

const additions: Addition[] = [
  {
    what: 'a mask type',
    member: 'shuffle',
    change: {
      file: 'packages/contract/src/security-rules.ts',
      before: "maskTypes = ['partial',",
      after: "maskTypes = ['partial', 'shuffle',",
    },
    named: [
      'packages/sql/src/policy/mask-types.ts',
      'packages/sql/src/policy/masks.ts',
      'apps/web/src/lib/security/column-rules.ts',
      'apps/web/src/lib/security/mask-example.ts',
      'apps/web/src/screens/business-areas/security/mask-parts.tsx',
      'apps/web/src/screens/databases/protection/matrix-parts.tsx',
    ],
  },
  {
    what: 'a dialect',
    member: 'duckdb',
    change: {
      file: 'packages/contract/src/catalogue.ts',
      before: "sqlDialects = [\n  'postgresql',",
      after: "sqlDialects = [\n  'duckdb',\n  'postgresql',",
    },
    named: [
      'packages/contract/src/dialects.ts',
      'packages/sql/src/dialects/index.ts',
      'packages/sql/src/writing/index.ts',
      'apps/server/src/agent/prompt.ts',
      'apps/web/src/screens/chat/results/editor/create-editor.ts',
    ],
  },
  {
    what: 'a kind of database',
    member: 'teradata',
    change: {
      file: 'packages/contract/src/databases.ts',
      before: "databaseKinds = [\n  'postgresql',",
      after: "databaseKinds = [\n  'teradata',\n  'postgresql',",
    },
    named: [
      'packages/contract/src/dialects.ts',
      'packages/drivers/src/registry.ts',
      'apps/web/src/lib/database-types.ts',
      'apps/web/src/public-pages/docs/contents.ts',
    ],
  },
  {
    what: 'a kind of turn event',
    member: 'thought',
    change: {
      file: 'packages/contract/src/turn-events.ts',
      before: '  cancelled: { message: string } & Partial<ModelUse>\n}',
      after: '  cancelled: { message: string } & Partial<ModelUse>\n  thought: { text: string }\n}',
    },
    named: [
      'packages/contract/src/turn-events.ts',
      'apps/server/src/agent/safe-events.ts',
      'apps/server/src/features/chat/event-writer.ts',
      'apps/web/src/lib/turn/turn-reducer.ts',
      'apps/web/src/lib/turn/turn-runner.ts',
    ],
  },
]

/** The decisions that the contract itself must make about a new field. */
const field: Addition = {
  what: 'a field of business areas',
  member: 'time_zone',
  change: {
    file: 'packages/contract/src/areas.ts',
    before: '  ai_instructions: plainText(areaTextLimits.instructions).nullish(),',
    after:
      '  ai_instructions: plainText(areaTextLimits.instructions).nullish(),\n  time_zone: plainText(100).nullish(),',
  },
  named: ['packages/contract/src/areas.ts', 'packages/contract/src/area-fields.ts'],
}

/** The same field with everything decided except who sees it. Deciding the rest hides the other errors. */
const undecided: Addition = {
  what: 'who sees a new field of business areas',
  member: 'time_zone',
  change: {
    file: 'packages/contract/src/area-fields.ts',
    before: '  joins: { ...describing,',
    after:
      "  time_zone: { property: 'timeZone', column: 'time_zone', encoding: 'plain', initial: null },\n  joins: { ...describing,",
  },
  named: [
    'packages/contract/src/area-fields.ts',
    'apps/server/src/features/areas/present.ts',
    'apps/web/src/screens/business-areas/form/area-form.ts',
  ],
}

const all = [undecided, ...additions]
const contractProject = 'contract.tsconfig.json'
const web = 'apps/web/'
/** The projects that `npm run typecheck` checks. */
const places = [
  { project: 'server.tsconfig.json', has: (file: string) => !file.startsWith(web), pathOf: (file: string) => file },
  {
    project: `${web}named.tsconfig.json`,
    has: (file: string) => file.startsWith(web),
    pathOf: (file: string) => file.slice(web.length),
  },
]
const root = resolve(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'parlance-types-'))
let errorsOfField: CompilerError[] = []
let errors: CompilerError[] = []

// This runs the compiler over most of the product, which takes longer than any other hook on a busy machine.
beforeAll(async () => {
  copySources()
  add(field.change)
  errorsOfField = await compile(contractProject)
  for (const { change } of all) add(change)
  errors = await typecheck()
}, 600_000)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each(all)('makes the compiler name every place that must handle $what', ({ member, named }) => {
  expect(filesAbout(member, errors)).toEqual(expect.arrayContaining(named))
})

test(`makes the compiler name every place that must handle ${field.what}`, () => {
  expect(filesAbout(field.member, errorsOfField)).toEqual(expect.arrayContaining(field.named))
})

function filesAbout(member: string, found: CompilerError[]): string[] {
  return found.filter((error) => isAbout(error, member)).map(({ file }) => file)
}

/**
 * Copies the product without tests and their helpers. Its own packages are copied; all others are the installed ones.
 */
function copySources(): void {
  const workspaces = ['packages/contract', 'packages/sql', 'packages/retrieval', 'packages/engine', 'packages/drivers']
  for (const path of [...workspaces, 'apps/server', 'apps/web', 'tsconfig.json'])
    cpSync(join(root, path), join(folder, path), { recursive: true, filter: isProduct })
  writeFileSync(join(folder, contractProject), '{ "extends": "./tsconfig.json", "include": ["packages/contract"] }')
  const named = all.flatMap((addition) => addition.named)
  for (const place of places) {
    const project = { extends: './tsconfig.json', include: [], files: named.filter(place.has).map(place.pathOf) }
    writeFileSync(join(folder, place.project), JSON.stringify(project))
  }
  mkdirSync(join(folder, 'node_modules/@parlance'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@parlance') symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  for (const path of workspaces) symlinkSync(join(folder, path), join(folder, 'node_modules/@parlance', basename(path)))
}

function isProduct(path: string): boolean {
  return !/\.test\.tsx?$|\/stand-in[^/]*\.ts$|\/(?:testing|corpus|fuzz|eval|public|dist|node_modules)$/.test(path)
}

function add({ file, before, after }: Addition['change']): void {
  const path = join(folder, file)
  const source = readFileSync(path, 'utf8')
  if (!source.includes(before)) throw new Error(`${file} no longer contains what an addition changes: ${before}`)
  writeFileSync(path, source.replace(before, after))
}

interface CompilerError {
  file: string
  code: string
  text: string
}

/** Returns the errors in the named files and in what they import. Checking every file takes twice as long. */
async function typecheck(): Promise<CompilerError[]> {
  const found = await Promise.all(places.map(({ project }) => compile(project)))
  return found.flat()
}

async function compile(project: string): Promise<CompilerError[]> {
  const compiler = join(root, 'node_modules/.bin/tsc')
  const { promise, resolve: done } = Promise.withResolvers<string>()
  // Several checkers would check shared types repeatedly, and take twice as long together.
  const options = ['-p', project, '--pretty', 'false', '--checkers', '1']
  execFile(compiler, options, { cwd: folder, maxBuffer: 2 ** 26 }, (_, output) => done(output))
  const text = await promise
  return [...text.matchAll(/^(\S+)\(\d+,\d+\): error (TS\d+): (.*(?:\n .*)*)/gm)].map(
    ([, file = '', code = '', message = '']) => ({ file, code, text: message }),
  )
}

/** When a switch no longer returns for each case, the compiler does not say which case is missing. */
function isAbout({ code, text }: CompilerError, member: string): boolean {
  return text.includes(member) || code === 'TS2366'
}
