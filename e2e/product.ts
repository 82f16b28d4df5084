import { spawn, type ChildProcess } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { test as base } from '@playwright/test'

const root = resolve(import.meta.dirname, '..')
const program = ['--import', './apps/server/src/compile-cache.mjs', 'apps/server/src/main.ts']

type Environment = Record<string, string>

/** An account to sign in with, and the sample database chosen: `test.use({ environment: demonstration })`. */
export const demonstration: Environment = { PARLANCE_DEMO: '1' }

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
  start(environment?: Environment): Promise<void>
}

class StartedProduct implements Product {
  address = ''
  output = ''
  readonly dataFolder = mkdtempSync(join(tmpdir(), 'parlance-e2e-'))
  #child: ChildProcess | null = null
  #exited: Promise<unknown> = Promise.resolve()

  async start(environment: Environment = {}): Promise<void> {
    const port = this.address === '' ? '0' : new URL(this.address).port
    this.output = ''
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...program], {
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

  kill(): Promise<void> {
    return this.#end('SIGKILL')
  }

  /** Ends it in order, with everything written. */
  stop(): Promise<void> {
    return this.#end('SIGTERM')
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    this.#child?.kill(signal)
    await this.#exited
  }

  async remove(): Promise<void> {
    await this.kill()
    rmSync(this.dataFolder, { recursive: true, force: true })
  }
}

/** Installations that were started once; each test gets a copy of its own, which starts in a fraction of the time. */
class Installations {
  readonly #made = new Map<string, Promise<StartedProduct>>()

  async copyInto(folder: string, environment: Environment): Promise<void> {
    const key = JSON.stringify(environment)
    const made = this.#made.get(key) ?? make(environment)
    this.#made.set(key, made)
    cpSync((await made).dataFolder, folder, { recursive: true })
  }

  async remove(): Promise<void> {
    for (const made of this.#made.values()) await (await made).remove()
  }
}

async function make(environment: Environment): Promise<StartedProduct> {
  const product = new StartedProduct()
  await product.start(environment)
  await product.stop()
  return product
}

interface TestFixtures {
  /** What the product is started with; nothing: on an empty data folder, as a stranger's first start. */
  environment: Environment
  product: Product
}

/** `product`: an installation for each test, started with `environment`. */
export const test = base.extend<TestFixtures, { installations: Installations }>({
  environment: [{}, { option: true }],
  installations: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern.
    async ({}, use) => {
      const installations = new Installations()
      await use(installations)
      await installations.remove()
    },
    { scope: 'worker' },
  ],
  product: async ({ environment, installations }, use) => {
    const product = new StartedProduct()
    if (Object.keys(environment).length > 0) await installations.copyInto(product.dataFolder, environment)
    await product.start(environment)
    await use(product)
    await product.remove()
  },
})

export { expect } from '@playwright/test'
