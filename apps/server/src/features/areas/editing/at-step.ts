import type { AreaStep } from '@parlance/contract'
import { AppError } from '../../../lib/errors.ts'

/** Runs a step of saving an area. An error of it names the step. */
export async function atStep<Result>(step: AreaStep, work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError) error.step ??= step
    throw error
  }
}
