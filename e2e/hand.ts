import { expect, type Locator, type TestInfo } from '@playwright/test'

/** What a step costs a user. Opening a list of choices and choosing from it are clicks of their own. */
export interface Effort {
  clicks: number
  fields: number
}

/** Uses the page as a user's hand does, and counts what each step costs. */
export class Hand {
  readonly #info: TestInfo
  #effort: Effort = { clicks: 0, fields: 0 }

  constructor(info: TestInfo) {
    this.#info = info
  }

  async click(target: Locator): Promise<void> {
    await target.click()
    this.#effort.clicks += 1
  }

  async type(field: Locator, text: string): Promise<void> {
    await field.fill(text)
    this.#effort.fields += 1
  }

  /** Opens a list of choices and chooses one. */
  async choose(field: Locator, label: string): Promise<void> {
    await field.selectOption({ label })
    this.#effort.clicks += 2
  }

  /** Opens the system's file picker and chooses a file. */
  async chooseFile(input: Locator, file: Parameters<Locator['setInputFiles']>[0]): Promise<void> {
    await input.setInputFiles(file)
    this.#effort.clicks += 2
  }

  /** Fails if the work of a step costs something else. The report lists each step with its cost. */
  async step(name: string, cost: Effort, work: () => Promise<void>): Promise<void> {
    this.#effort = { clicks: 0, fields: 0 }
    await work()
    const { clicks, fields } = this.#effort
    this.#info.annotations.push({ type: 'cost', description: `${name}: ${clicks} clicks, ${fields} fields` })
    expect({ name, ...this.#effort }).toEqual({ name, ...cost })
  }
}
