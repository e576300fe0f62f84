import { listStages } from '#contract/stages.ts'
import { serve, type Served } from '#server/platform/http/serve.ts'
import * as stages from './service.ts'

export const stageRoutes = (): Served[] => [serve(listStages, (_input, context) => stages.listStages(context))]
