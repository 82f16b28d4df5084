import { spawn, type ChildProcess } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { test as base, type APIRequestContext } from '@playwright/test'
import { programFlags } from '../apps/server/src/testing/program-flags.ts'
import { demo, prepareJourney, type Account, type Credentials } from './prepare-journey.ts'

const root = resolve(import.meta.dirname, '..')
const program = [...programFlags, 'apps/server/src/main.ts']

type Environment = Record<string, string>

export { demo, type Credentials }

/**
 * Starts with an account to sign in with and the sample database selected: `test.use({ environment: demonstration })`.
 */
export const demonstration: Environment = { PARLANCE_DEMO: '1' }

/** The product as a new user starts it: its own process and data folder. */
export interface Product {
  /** Where it listens; changes after a restart. */
  readonly address: string
  /** Everything printed since its last start. */
  readonly output: string
  readonly dataFolder: string
  /** The administrator of this journey. */
  readonly account: Credentials
  /** An address that no other journey registers. */
  readonly colleague: Account
  /** Ends the process immediately, as a power failure would. */
  kill(): Promise<void>
  /** Starts it again on the same data folder and port, in its last environment unless one is given. */
  start(environment?: Environment): Promise<void>
}

class StartedProduct implements Product {
  address = ''
  output = ''
  account = demo
  colleague = accountOf('bea')
  /** The environment that it runs or last ran in. */
  environment: Environment = {}
  readonly dataFolder = mkdtempSync(join(tmpdir(), 'parlance-e2e-'))
  #child: ChildProcess | null = null
  #exited: Promise<unknown> = Promise.resolve()

  async start(environment = this.environment): Promise<void> {
    this.environment = environment
    const port = this.address === '' ? '0' : new URL(this.address).port
    this.output = ''
    const child = spawn(process.execPath, program, {
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

  get isRunning(): boolean {
    return this.#child !== null && this.#child.exitCode === null && this.#child.signalCode === null
  }

  kill(): Promise<void> {
    return this.#end('SIGKILL')
  }

  /** Ends it cleanly, with everything written. */
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

/** Installations that were started once. Each test gets a copy, which starts much faster. */
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

/** Every journey signs in from the same address. */
const shared: Environment = { ...demonstration, PARLANCE_RATE_LIMIT_SCALE: '1000' }

/** One product that journeys use one after another, each with its own administrator. */
class SharedProduct {
  #product: StartedProduct | null = null
  #journeys = 0

  async forJourney(request: APIRequestContext): Promise<StartedProduct> {
    this.#product ??= new StartedProduct()
    if (!this.#product.isRunning || this.#product.environment !== shared) {
      await this.#product.kill()
      await this.#product.start(shared)
    }
    const number = (this.#journeys += 1)
    const administrator = accountOf(`ada-${number}`)
    this.#product.account = administrator
    this.#product.colleague = accountOf(`bea-${number}`)
    await prepareJourney(request, this.#product.address, administrator)
    return this.#product
  }

  async remove(): Promise<void> {
    await this.#product?.remove()
    this.#product = null
  }
}

function accountOf(name: string): Account {
  const username = name.replace(/-\d+$/, '')
  return { email: `${name}@example.com`, username, password: 'correct horse', organization: 'Example' }
}

async function make(environment: Environment): Promise<StartedProduct> {
  const product = new StartedProduct()
  await product.start(environment)
  await product.stop()
  return product
}

interface TestFixtures {
  /** The product's environment; by default it starts on an empty data folder, like a new user's first start. */
  environment: Environment
  /**
   * Whether a journey of the demonstration uses the shared product; true unless it changes the product for everyone.
   */
  isShared: boolean
  product: Product
}

interface WorkerFixtures {
  installations: Installations
  sharedProduct: SharedProduct
}

/**
 * Provides `product`: the shared one for the demonstration, otherwise an installation for this test, started with
 * `environment`.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  environment: [{}, { option: true }],
  isShared: [true, { option: true }],
  sharedProduct: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern.
    async ({}, use) => {
      const product = new SharedProduct()
      await use(product)
      await product.remove()
    },
    { scope: 'worker' },
  ],
  installations: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern.
    async ({}, use) => {
      const installations = new Installations()
      await use(installations)
      await installations.remove()
    },
    { scope: 'worker' },
  ],
  product: async ({ environment, isShared, installations, sharedProduct, playwright }, use) => {
    if (isShared && environment === demonstration) {
      const request = await playwright.request.newContext()
      await use(await sharedProduct.forJourney(request))
      await request.dispose()
      return
    }
    const product = new StartedProduct()
    if (Object.keys(environment).length > 0) await installations.copyInto(product.dataFolder, environment)
    await product.start(environment)
    await use(product)
    await product.remove()
  },
})

export { expect } from '@playwright/test'
