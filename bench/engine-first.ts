// A separate process. It prints the processor time until it has answered its first question, with the start of Node.
import { askEngine, catalogueOf } from './engine-question.ts'

const [size = '0', question = ''] = process.argv.slice(2)
await askEngine(catalogueOf(Number(size)), question)
const { user, system } = process.cpuUsage()
const microseconds = 1000
console.log((user + system) / microseconds)
