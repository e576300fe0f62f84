import { useQuery } from '@tanstack/react-query'
import { getOpenApi } from '#contract/kit/openapi.ts'
import { call } from '#web/lib/calls/browser-caller.ts'
import { config } from '#web/lib/config.ts'

export const openApiAddress = () => config().apis[getOpenApi.api].replace(/\/$/, '') + getOpenApi.path

export const useOpenApi = () => useQuery({ queryKey: ['openapi'], queryFn: ({ signal }) => call(getOpenApi, {}, { signal }) })
