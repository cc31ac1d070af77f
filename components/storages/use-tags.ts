'use client'
import { useTRPCClient } from '../api/trpc.ts'
import { typeahead } from '../resource/loaders.ts'

/** Typeahead over the tags of storages. */
export const useTagLoader = () => typeahead(useTRPCClient().vm.tag.list.query)
