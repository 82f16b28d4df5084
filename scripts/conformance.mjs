// Lists the rows of a checklist (ids with a few words, docs/checklist-ids.txt) that no test and no page in
// docs/decisions mentions.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

const rows = readFileSync('docs/checklist-ids.txt', 'utf8')
  .split('\n')
  .filter((line) => /^[A-Z]{2}-\d{2,3} /.test(line))
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.test\.tsx?$|^e2e\/.*\.ts$|^docs\/decisions\/.*\.md$/.test(file) && existsSync(file))
const named = new Set(files.flatMap((file) => readFileSync(file, 'utf8').match(/\b(?:AC|BA|CH|OP)-\d{2,3}\b/g) ?? []))
const open = rows.filter((row) => !named.has(row.slice(0, row.indexOf(' '))))

for (const row of open) console.log(row)
console.log(
  `\nTests or pages in docs/decisions mention ${rows.length - open.length} of ${rows.length} rows. ${open.length} rows are open.`,
)
