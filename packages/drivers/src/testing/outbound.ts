import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Traces {
  /** Every host that a socket connected to. */
  hosts: string[]
  /** Files left in the folder that is both the working and the home folder. */
  files: string[]
  /** The printed output. */
  output: string
}

/** Runs a module's text in a separate process and reports which hosts it contacted and what it left behind. */
export async function traceProcess(script: string): Promise<Traces> {
  const folder = mkdtempSync(join(tmpdir(), 'parlance-traces-'))
  const watched = `
    import net from 'node:net'
    const hosts = new Set()
    const connect = net.Socket.prototype.connect
    net.Socket.prototype.connect = function (...args) {
      const [options] = Array.isArray(args[0]) ? args[0] : args
      hosts.add(options.host)
      return connect.apply(this, args)
    }
    ${script}
    process.stdout.write(JSON.stringify([...hosts]), () => process.exit())`
  const flags = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', watched]
  const child = spawn(process.execPath, flags, { cwd: folder, env: { HOME: folder, PATH: process.env.PATH } })
  const output: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk))
  await once(child, 'close')
  const files = readdirSync(folder)
  rmSync(folder, { recursive: true })
  const text = Buffer.concat(output).toString()
  const list = /\["?[^[\]]*\]$/.exec(text)?.[0] ?? '[]'
  return { hosts: JSON.parse(list) as string[], files, output: text.slice(0, text.length - list.length) }
}
