import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { test as base } from '@playwright/test'

const root = resolve(import.meta.dirname, '..')

/** The product as a stranger starts it: a process of its own on a data folder of its own. */
export interface Product {
  /** Where it listens; other after a restart. */
  readonly address: string
  /** Everything it printed since its last start. */
  readonly output: string
  readonly dataFolder: string
  /** Ends the process at once, as a power failure would. */
  kill(): Promise<void>
  /** Starts it again on the same data folder and port. */
  start(environment?: Record<string, string>): Promise<void>
}

class StartedProduct implements Product {
  address = ''
  output = ''
  readonly dataFolder = mkdtempSync(join(tmpdir(), 'parlance-e2e-'))
  #child: ChildProcess | null = null
  #exited: Promise<unknown> = Promise.resolve()

  async start(environment: Record<string, string> = {}): Promise<void> {
    const port = this.address === '' ? '0' : new URL(this.address).port
    this.output = ''
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'apps/server/src/main.ts'], {
      cwd: root,
      env: { ...process.env, PARLANCE_DATA_DIR: this.dataFolder, ...environment, PARLANCE_PORT: port },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child = child
    this.#exited = new Promise((settle) => child.once('exit', settle))
    this.address = await new Promise<string>((settle, fail) => {
      const read = (chunk: Buffer) => {
        this.output += chunk.toString()
        const match = /http:\/\/[\w.[\]:-]+:\d+/.exec(this.output)
        if (match) settle(match[0])
      }
      child.stdout.on('data', read)
      child.stderr.on('data', read)
      child.once('exit', (code) => fail(new Error(`the server ended with ${code}:\n${this.output}`)))
    })
  }

  async kill(): Promise<void> {
    this.#child?.kill('SIGKILL')
    await this.#exited
  }

  async remove(): Promise<void> {
    await this.kill()
    rmSync(this.dataFolder, { recursive: true, force: true })
  }
}

/** `product`: a fresh installation for each test. */
export const test = base.extend<{ product: Product }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern.
  product: async ({}, use) => {
    const product = new StartedProduct()
    await product.start()
    await use(product)
    await product.remove()
  },
})

export { expect } from '@playwright/test'
