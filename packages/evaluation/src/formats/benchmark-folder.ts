import { message } from '@parlance/contract'
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { readBenchmarkQuestions, type BenchmarkName, type BenchmarkQuestion } from './benchmark-questions.ts'
import { FormatError } from './format-error.ts'

/** A benchmark in a folder as published. */
export interface Benchmark {
  questions: BenchmarkQuestion[]
  /** The SQLite file of a database. */
  fileOf: (database: string) => string
}

const layouts: Readonly<Record<BenchmarkName, { questions: string[]; databases: string[] }>> = {
  spider: {
    questions: ['dev.json', 'train_spider.json', 'train_others.json'],
    databases: ['database'],
  },
  bird: {
    questions: ['dev.json', 'mini_dev_sqlite.json', 'train.json'],
    databases: ['dev_databases', 'train_databases'],
  },
}

/** Archives are unpacked into folders of these names. */
const innerFolders = /^(?:spider(?:_data)?|dev(?:_\d+)?|train|minidev|mini_dev(?:_data)?)$/i

/**
 * Reads a benchmark from its folder as published: Spider's `dev.json` (otherwise `train_spider.json`) and
 * `database/NAME/NAME.sqlite`, or BIRD's `dev.json` (or `mini_dev_sqlite.json`) and `dev_databases/NAME/NAME.sqlite`.
 * @param path a folder, or one of its question files
 * @throws FormatError on one line
 */
export function readBenchmark(name: BenchmarkName, path: string): Benchmark {
  const layout = layouts[name]
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats) throw new FormatError(message('There is no folder {path}. Check the path.', { path }))
  const folders = stats.isDirectory() ? [path, ...innerOf(path)] : [join(path, '..')]
  const file = stats.isDirectory() ? firstExisting(folders, layout.questions) : path
  if (file === null) {
    throw new FormatError(
      message('{path} has none of the files {files}. Unpack the benchmark there.', {
        path,
        files: layout.questions.join(', '),
      }),
    )
  }
  const databases = firstExisting(folders, layout.databases)
  if (databases === null) {
    throw new FormatError(
      message('{path} has no folder {folder} with the databases. Unpack them there.', {
        path,
        folder: layout.databases.join(', '),
      }),
    )
  }
  const questions = readBenchmarkQuestions(name, readFileSync(file, 'utf8'), basename(file))
  const fileOf = (database: string) => join(databases, database, `${database}.sqlite`)
  for (const database of new Set(questions.map((one) => one.database))) {
    if (!/^[\w .-]+$/.test(database) || !existsSync(fileOf(database))) {
      throw new FormatError(
        message('{file} has questions about {database}, but there is no file {path}.', {
          file: basename(file),
          database,
          path: fileOf(database),
        }),
      )
    }
  }
  return { questions, fileOf }
}

/** The folders of an unpacked archive, such as `MINIDEV` in `minidev`. */
function innerOf(path: string): string[] {
  const inner = readdirSync(path, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && innerFolders.test(entry.name),
  )
  return inner.flatMap(({ name }) => [join(path, name), ...innerOf(join(path, name))])
}

function firstExisting(folders: readonly string[], names: readonly string[]): string | null {
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find((path) => existsSync(path)) ?? null
}
