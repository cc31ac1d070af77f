/** SQL: ids of the systems that are not used on the node `n`. */
export const DISABLED_OS =
  'array(select dis.os_id from os_node_disabled dis where dis.node_id = n.id order by dis.os_id)'
