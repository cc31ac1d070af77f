-- Whether a node can limit traffic is asked when it is connected next; until then nothing is refused that was taken before.
update node set capabilities = array_append(capabilities, 'traffic') where not 'traffic' = any(capabilities) and capabilities <> '{}';
