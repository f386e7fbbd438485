@_exported public import Finance
@_exported public import Store
