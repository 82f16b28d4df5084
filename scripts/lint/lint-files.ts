import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

/** A lint error: its rule, its message, and its line, counted from 1. */
export interface LintError {
  file: string
  line: number
  rule: string
  message: string
}

/**
 * Lints made-up files at paths in the repository, with the repository's own configuration.
 * @param sources the text of each file, by its path from the repository's root
 */
export function lintFiles(sources: Readonly<Record<string, string>>): LintError[] {
  const folder = mkdtempSync(join(tmpdir(), 'parlance-lint-'))
  try {
    copyFileSync(join(root, 'oxlint.config.ts'), join(folder, 'oxlint.config.ts'))
    for (const shared of ['node_modules', 'package.json']) symlinkSync(join(root, shared), join(folder, shared))
    mkdirSync(join(folder, 'scripts'))
    symlinkSync(join(root, 'scripts/lint'), join(folder, 'scripts/lint'))
    for (const [path, source] of Object.entries(sources)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), source)
    }
    const result = spawnSync(join(root, 'node_modules/.bin/oxlint'), ['--format', 'json', ...Object.keys(sources)], {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 256 * 1024 * 1024,
    })
    return readErrors(result.stdout, result.stderr)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Report {
  diagnostics: { message: string; code?: string; filename: string; labels: { span: { line: number } }[] }[]
}

function readErrors(output: string, problem: string): LintError[] {
  const start = output.indexOf('{')
  if (start < 0) throw new Error(`oxlint did not print a report: ${output}${problem}`)
  const report = JSON.parse(output.slice(start)) as Report
  return report.diagnostics.map(({ message, code, filename, labels }) => ({
    file: filename,
    line: labels[0]?.span.line ?? 0,
    rule: code ?? '',
    message,
  }))
}
